-- if timetable $1 has a period: its trains $2 (null: all) and those of the same names, each with its days and start; names as in JSON texts
with dated as materialized (
  select t.id from timetable t where t.id = $1::bigint and t.period is not null
), asked as materialized (
  select name_in_record(s.record, s.days) as name from train_schedule s where s.id = any($2::bigint[])
  union
  select name_in_record(p.record, p.days) from paced_train p where p.id = any($2)
), found as (
  select s.id, 'train_schedule' as kind, s.days, s.record
  from dated d
  join train_schedule s on s.timetable_id = d.id
  where $2 is null or name_in_record(s.record, s.days) in (select a.name from asked a)
  union all
  select p.id, 'paced_train', p.days, p.record
  from dated d
  join paced_train p on p.timetable_id = d.id
  where $2 is null or name_in_record(p.record, p.days) in (select a.name from asked a)
)
select f.id, f.kind, f.days, name_in_record(f.record, f.days) as name,
  case when f.days is null then substring(f.record from '"start_time":"([^"]+)"') end as start_time,
  $2 is null or f.id = any($2) as is_asked
from found f
order by f.id
