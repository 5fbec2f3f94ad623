-- the paced trains of a computation by id, with the names of all their rolling stocks; no record for those beyond $2 bytes together
select id, timetable_id, rolling_stock_names,
  case when bytes <= $2::bigint then record end as record
from (
  select id, timetable_id, rolling_stock_names, record,
    sum(octet_length(record)) over (order by id rows unbounded preceding) as bytes
  from paced_train
  where id = any($1::bigint[])
) wanted
