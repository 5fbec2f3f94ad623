-- Changes a grant's level, or revokes it (null). Owners may do that to everybody's grants except another's Owner, which
-- only `is_admin` may change; anybody may give up their own grant. The last owner stays, unless `is_admin`.
create or replace function change_grant(
  actor_id bigint,
  is_admin boolean,
  wanted_type resource_type,
  wanted_id bigint,
  wanted_grant_id bigint,
  wanted_level privilege_level,
  out outcome text,
  -- the actor's level, reported with a refusal
  out effective text
)
language plpgsql as $$
declare
  found_subject_id bigint;
  found_level privilege_level;
  level privilege_level;
  is_own boolean;
begin
  perform lock_owners();
  select g.subject_id, g.level into found_subject_id, found_level
  from resource_grant g
  where g.resource_type = wanted_type and g.resource_id = wanted_id and g.id = wanted_grant_id
  for update;
  if not found then
    outcome := case when resource_exists(wanted_type, wanted_id)
      then 'unknown_grant' else 'unknown_resource' end;
    return;
  end if;

  is_own := coalesce(found_subject_id = actor_id, false);
  if not is_admin then
    level := effective_level(wanted_type, wanted_id, subjects_of(actor_id));
    effective := level::text;
    if not (is_own and wanted_level is null) and level is distinct from 'Owner' then
      outcome := 'too_low';
      return;
    end if;
    if found_level = 'Owner' and found_subject_id is not null and not is_own
      and wanted_level is distinct from 'Owner'
    then
      outcome := 'owner_of_its_own';
      return;
    end if;
    if found_level = 'Owner' and wanted_level is distinct from 'Owner'
      and (
        exists (select from app_user u where u.id = found_subject_id)
        or exists (select from membership m where m.group_id = found_subject_id)
      )
      and not has_other_owner(wanted_type, wanted_id, wanted_grant_id, null)
    then
      outcome := 'last_owner';
      return;
    end if;
  end if;

  if wanted_level is null then
    delete from resource_grant g
    where g.resource_type = wanted_type and g.id = wanted_grant_id;
  else
    update resource_grant g set level = wanted_level, granted_by = actor_id, granted_at = now()
    where g.resource_type = wanted_type and g.id = wanted_grant_id
      and g.level <> wanted_level;
  end if;
  outcome := 'done';
end
$$;
