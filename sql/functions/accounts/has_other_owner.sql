-- Whether a resource has another owner: an Owner grant, other than the given one (null: none), to a user or to a group
-- with a member. Public and inherited Owner do not count: they name no responsible user. `ignored_group_id`: this group
-- counts as one without members.
create or replace function has_other_owner(
  wanted_type resource_type,
  wanted_id bigint,
  ignored_grant_id bigint,
  ignored_group_id bigint
) returns boolean
language sql stable as $$
  select exists (
    select from resource_grant g
    where g.resource_type = wanted_type and g.resource_id = wanted_id
      and g.level = 'Owner' and g.id is distinct from ignored_grant_id
      and (
        exists (select from app_user u where u.id = g.subject_id)
        or (
          g.subject_id is distinct from ignored_group_id
          and exists (select from membership m where m.group_id = g.subject_id)
        )
      )
  )
$$;
