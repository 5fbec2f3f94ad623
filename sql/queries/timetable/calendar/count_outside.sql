-- how many trains of timetable $1 have no days and start before $2 or from $3 on
select count(*)::int as count
from (
  select substring(s.record from '"start_time":"([^"]+)"') as start_time
  from train_schedule s
  where s.timetable_id = $1::bigint and s.days is null
  union all
  select substring(p.record from '"start_time":"([^"]+)"')
  from paced_train p
  where p.timetable_id = $1 and p.days is null
) t
where t.start_time::timestamptz < $2::timestamptz or t.start_time::timestamptz >= $3::timestamptz
