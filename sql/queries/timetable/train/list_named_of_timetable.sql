-- the trains $3 of kind $1 of timetable $2, as many as fit in a number of bytes, at least one
select id, rolling_stock_names, record
from (
  select t.*,
    sum(octet_length(t.record)) over (order by t.id rows unbounded preceding) - octet_length(t.record) as bytes_before
  from trains() t
  where t.kind = $1 and t.timetable_id = $2::bigint and t.id = any($3::bigint[])
) named
where bytes_before < $4::bigint
order by id
