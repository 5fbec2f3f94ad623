-- what a scenario works on
select infra_id, timetable_id, electrical_profile_set_id from scenario where id = $1::bigint
