-- the bounding box in degrees of all track sections of line $2 of an infrastructure; no row: it has none
select min(l.west) as west, min(l.south) as south, max(l.east) as east, max(l.north) as north
from infra i
join infra_content c on c.id = i.content_id
join infra_line l on l.content_id = c.rows_of and l.line_code = $2::bigint
  and is_in_content(c.steps, l.made, l.ended)
where i.id = $1::bigint
having count(*) > 0
