-- a group with its members by name
select g.id, g.name,
  coalesce((
    select json_agg(json_build_object('id', u.id, 'name', u.name) order by u.name collate "C", u.id)
    from membership m join app_user u on u.id = m.user_id
    where m.group_id = g.id
  ), '[]')::text as users
from app_group g
where g.id = $1::bigint
