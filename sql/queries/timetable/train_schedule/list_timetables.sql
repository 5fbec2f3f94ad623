-- how many of the given trains exist and the timetables that they belong to
select count(*) as count, coalesce(array_agg(distinct timetable_id), '{}') as timetable_ids
from train_schedule
where id = any($1::bigint[])
