-- Adds users to a group, all or none. A group passes its application roles on to its members, so adding to a group with
-- roles assigns roles: `may_assign_roles` says whether the caller may do that.
create or replace function add_members(
  wanted_group_id bigint,
  user_ids bigint[],
  may_assign_roles boolean,
  out outcome text,
  out unknown_user_id bigint
)
language plpgsql as $$
begin
  perform from app_group where id = wanted_group_id for key share;
  if not found then
    outcome := 'unknown_group';
    return;
  end if;
  if not may_assign_roles
    and exists (select from subject_role r where r.subject_id = wanted_group_id)
  then
    outcome := 'roles_needed';
    return;
  end if;
  -- locked in order, so that two callers with the same users can't deadlock
  perform from app_user u where u.id = any(user_ids) order by u.id for key share;
  select w.id into unknown_user_id
  from unnest(user_ids) as w (id)
  where not exists (select from app_user u where u.id = w.id)
  order by w.id
  limit 1;
  if found then
    outcome := 'unknown_user';
    return;
  end if;
  insert into membership (user_id, group_id)
  select distinct w.id, wanted_group_id from unnest(user_ids) as w (id) order by w.id
  on conflict do nothing;
  outcome := 'done';
end
$$;
