-- how many of the given paced trains exist and the timetables that they belong to
select count(*) as count, coalesce(array_agg(distinct timetable_id), '{}') as timetable_ids
from paced_train
where id = any($1::bigint[])
