-- what the trains of kind $1 of timetable $2 say about their days, each once, with the ids of those that say so and their starts, in one order, joined by commas; null days: those without that start from $3 on and before $4
with train as (
  select s.id, s.days, s.record
  from train_schedule s
  where $1 = 'train_schedule' and s.timetable_id = $2::bigint
  union all
  select p.id, p.days, p.record
  from paced_train p
  where $1 = 'paced_train' and p.timetable_id = $2
), started as (
  select t.id, t.days, substring(t.record from '"start_time":"([^"]+)"') as start_time
  from train t
)
select s.days, string_agg(s.id::text, ',' order by s.id) as ids, string_agg(s.start_time, ',' order by s.id) as starts
from started s
where s.days is not null
  or s.start_time::timestamptz >= $3::timestamptz and s.start_time::timestamptz < $4::timestamptz
group by s.days
