-- the box in degrees around all track sections of line $2 of an infrastructure; no row when it has none
select min(l.west) as west, min(l.south) as south, max(l.east) as east, max(l.north) as north
from infra i
join infra_line l on l.content_id = i.content_id and l.line_code = $2::bigint
where i.id = $1::bigint
having count(*) > 0
