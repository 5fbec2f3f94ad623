-- the next paced trains of a timetable after an id, as many as fit in a number of rows and of bytes, at least one
select id, rolling_stock_names, record
from (
  select id, rolling_stock_names, record,
    sum(octet_length(record)) over (order by id rows unbounded preceding) - octet_length(record) as bytes_before
  from paced_train
  where timetable_id = $1::bigint and id > $2::bigint
  order by id
  limit $3::bigint
) page
where bytes_before < $4::bigint
order by id
