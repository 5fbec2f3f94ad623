-- names of the users $1
select id, name from app_user where id = any($1::bigint[]) order by name, id
