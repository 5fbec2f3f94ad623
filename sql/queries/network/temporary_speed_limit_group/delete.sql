-- deletes a group
delete from temporary_speed_limit_group where id = $1::bigint returning id
