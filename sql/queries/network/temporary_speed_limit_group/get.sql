-- one group: its name, and its limits and their windows as JSON arrays
select name, limits, windows from temporary_speed_limit_group where id = $1::bigint
