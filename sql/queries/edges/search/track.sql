-- one page of the lines that meet a condition, of networks that viewer $1 may see (null: all), as JSON texts; null: the page has more than $4 bytes before it
select t.item as json
from bounded_texts(
  array(
    select json_build_object(
      'infra_id', found.infra_id, 'line_code', found.line_code, 'line_name', found.line_name,
      -- around all track sections of the line, whatever name they give it
      'bbox', (
        select json_build_array(
          json_build_array(min(l.west), min(l.south)), json_build_array(max(l.east), max(l.north))
        )
        from infra_line l
        where l.content_id = found.content_id and l.line_code = found.line_code
      )
    )::text
    from (
      select i.id as infra_id, o.*
      from infra_line o
      join infra_content c on c.rows_of = o.content_id and is_in_content(c.steps, o.made, o.ended)
      join infra i on i.content_id = c.id
      where $1::bigint is null
        or i.id in (select v.id from visible_resources('infra', $1::bigint) v)
    ) found
    where /* condition */ true
    order by found.line_code, found.line_name collate "C", found.infra_id
    limit $2::bigint offset $3::bigint
  ),
  $4::bigint
) t
