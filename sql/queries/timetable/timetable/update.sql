-- gives timetable $1 a name (null: none), by user $3; no row: it does not exist
update timetable set name = $2, modified_by = $3::bigint, modified_at = now()
where id = $1::bigint
returning id
