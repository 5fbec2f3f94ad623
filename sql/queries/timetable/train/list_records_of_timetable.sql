-- the next trains of kind $1 of timetable $2 after an id, as many as fit in a number of rows and of bytes, at least one
select id, rolling_stock_names, record
from (
  select t.*,
    sum(octet_length(t.record)) over (order by t.id rows unbounded preceding) - octet_length(t.record) as bytes_before
  from trains() t
  where t.kind = $1 and t.timetable_id = $2::bigint and t.id > $3::bigint
  order by t.id
  limit $4::bigint
) page
where bytes_before < $5::bigint
order by id
