-- one group: its name, and its limits as a JSON array
select name, limits from temporary_speed_limit_group where id = $1::bigint
