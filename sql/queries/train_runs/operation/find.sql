-- what the opened day $3 of timetable $1 on infrastructure $2 stands on; no row: that day is not open
select o.id, o.plan, o.content_id, o.electrical_profile_set_id, o.temporary_speed_limit_group_id,
  o.train_changes, o.period, o.lists,
  array(
    select s.name from operation_stock s where s.operation_id = o.id and s.plan = o.plan order by s.name
  ) as stock_names,
  (
    select (extract(epoch from c.as_of) * 1000)::float8
    from operation_clock c
    where c.operation_id = o.id
  ) as as_of_ms
from operation o
where o.timetable_id = $1::bigint and o.infra_id = $2::bigint and o.date = $3
