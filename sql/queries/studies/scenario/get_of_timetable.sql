-- the scenario that has a timetable
select id from scenario where timetable_id = $1::bigint
