-- timetables by id with the number of their trains, paced ones included
select t.id,
  (select count(*) from train_schedule s where s.timetable_id = t.id)
    + (select count(*) from paced_train p where p.timetable_id = t.id) as train_count
from timetable t
where t.id = any($1::bigint[])
