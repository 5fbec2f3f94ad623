-- a user's groups and application roles: own ones, and all with those of its groups
select
  u.id,
  u.name,
  coalesce((
    select array_agg(g.id order by g.name collate "C", g.id)
    from membership m join app_group g on g.id = m.group_id
    where m.user_id = u.id
  ), '{}') as group_ids,
  coalesce((
    select array_agg(g.name order by g.name collate "C", g.id)
    from membership m join app_group g on g.id = m.group_id
    where m.user_id = u.id
  ), '{}') as group_names,
  coalesce((
    select array_agg(r.app_role order by r.app_role collate "C")
    from subject_role r where r.subject_id = u.id
  ), '{}') as app_roles,
  coalesce((
    select array_agg(distinct r.app_role)
    from subject_role r where r.subject_id = any(subjects_of(u.id))
  ), '{}') as all_app_roles
from app_user u
where u.id = $1::bigint
