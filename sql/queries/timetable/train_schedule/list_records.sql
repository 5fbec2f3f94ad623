-- the trains of a computation by id
select id, timetable_id, record
from train_schedule
where id = any($1::bigint[])
