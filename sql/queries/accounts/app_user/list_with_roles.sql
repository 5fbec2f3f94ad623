-- users that have one of the application roles $1, themselves or through a group, by id
select distinct u.id, u.identity_id as identity, u.name
from app_user u
join subject_role r
  on r.app_role = any($1::text[])
  and (r.subject_id = u.id or r.subject_id in (select m.group_id from membership m where m.user_id = u.id))
order by u.id
