-- timetables by id with the number of their trains, paced ones included, and their last change
select t.id, t.name, t.period, t.revision,
  (select count(*) from train_schedule s where s.timetable_id = t.id)
    + (select count(*) from paced_train p where p.timetable_id = t.id) as train_count,
  c.author_id, u.name as author_name, datetime_text(c.at) as modified_at
from timetable t
cross join lateral timetable_change(t.id) c
left join app_user u on u.id = c.author_id
where t.id = any($1::bigint[])
