-- Deletes a group with its grants, roles and memberships. A group with members that is the last owner of something is
-- kept, unless `is_admin`.
create or replace function delete_group(
  doomed_id bigint,
  is_admin boolean,
  out outcome text,
  out orphan_type text,
  out orphan_id bigint
)
language plpgsql as $$
begin
  perform lock_owners();
  perform from app_group where id = doomed_id for update;
  if not found then
    outcome := 'unknown_group';
    return;
  end if;
  if not is_admin and exists (select from membership m where m.group_id = doomed_id) then
    select o.resource_type, o.resource_id into orphan_type, orphan_id
    from orphaned_by_group(doomed_id, false) o;
    if found then
      outcome := 'last_owner';
      return;
    end if;
  end if;
  delete from subject where id = doomed_id;
  outcome := 'done';
end
$$;
