-- deletes a group with its works
delete from work_schedule_group where id = $1::bigint returning id
