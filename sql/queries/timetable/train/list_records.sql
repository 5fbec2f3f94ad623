-- the trains $2 of kind $1 for a computation, with the names of all their rolling stocks; no record for those beyond $3 bytes together
select id, timetable_id, rolling_stock_names,
  -- from one table only
  case $1
    when 'train_schedule' then (select s.revision from train_schedule s where s.id = wanted.id)
    else (select p.revision from paced_train p where p.id = wanted.id)
  end as revision,
  case when bytes <= $3::bigint then record end as record
from (
  select t.*, sum(octet_length(t.record)) over (order by t.id rows unbounded preceding) as bytes
  from trains() t
  where t.kind = $1 and t.id = any($2::bigint[])
) wanted
