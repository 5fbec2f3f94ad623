-- how many of the given trains $2 of kind $1 exist and the timetables that they belong to
select count(*) as count, coalesce(array_agg(distinct t.timetable_id), '{}') as timetable_ids
from trains() t
where t.kind = $1 and t.id = any($2::bigint[])
