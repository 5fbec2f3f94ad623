-- Removes users from a group, all or none. A group that owns something keeps a member, unless `is_admin`: an owner
-- without members is no owner.
create or replace function remove_members(
  wanted_group_id bigint,
  user_ids bigint[],
  is_admin boolean,
  out outcome text,
  out unknown_user_id bigint,
  out orphan_type text,
  out orphan_id bigint
)
language plpgsql as $$
begin
  perform lock_owners();
  perform from app_group where id = wanted_group_id for key share;
  if not found then
    outcome := 'unknown_group';
    return;
  end if;
  select w.id into unknown_user_id
  from unnest(user_ids) as w (id)
  where not exists (select from app_user u where u.id = w.id)
  order by w.id
  limit 1;
  if found then
    outcome := 'unknown_user';
    return;
  end if;
  if not is_admin
    and exists (
      select from membership m where m.group_id = wanted_group_id and m.user_id = any(user_ids)
    )
    and not exists (
      select from membership m where m.group_id = wanted_group_id and m.user_id <> all(user_ids)
    )
  then
    select o.resource_type, o.resource_id into orphan_type, orphan_id
    from orphaned_by_group(wanted_group_id, true) o;
    if found then
      outcome := 'last_owner';
      return;
    end if;
  end if;
  delete from membership m where m.group_id = wanted_group_id and m.user_id = any(user_ids);
  outcome := 'done';
end
$$;
