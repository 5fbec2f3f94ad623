-- one page of the signals that meet a condition, of networks that viewer $1 may see (null: all), as JSON texts; null: the page has more than $4 bytes before it
select t.item as json
from bounded_texts(
  array(
    select '{"infra_id":' || found.infra_id || ',' || substr(found.item, 2)
    from (
      select i.id as infra_id, o.*, l.folded_line_name
      from infra_signal o
      join infra_content c on c.rows_of = o.content_id and is_in_content(c.steps, o.made, o.ended)
      join infra i on i.content_id = c.id
      -- a line's name is folded once, not once per signal
      left join infra_line l on l.content_id = o.content_id
        and l.line_code = o.line_code and l.line_name = o.line_name
        and is_in_content(c.steps, l.made, l.ended)
      where $1::bigint is null
        or i.id in (select v.id from visible_resources('infra', $1::bigint) v)
    ) found
    where /* condition */ true
    order by found.label collate "C", found.infra_id, found.ordinal
    limit $2::bigint offset $3::bigint
  ),
  $4::bigint
) t
