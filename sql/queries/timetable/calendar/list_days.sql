-- what the trains of timetable $1 say about their days, each once, with the ids of those that say so
select t.days, array_agg(t.id order by t.id) as ids
from (
  select s.id, s.days from train_schedule s where s.timetable_id = $1::bigint and s.days is not null
  union all
  select p.id, p.days from paced_train p where p.timetable_id = $1 and p.days is not null
) t
group by t.days
