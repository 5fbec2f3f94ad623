-- Gives a subject (null: anybody) a level on a resource. The actor needs (decisions.md 3) a grant that reaches the
-- resource and is made out to the user or its groups, and gives at most that level; a public grant or MinimalMetadata
-- alone is not enough; `is_admin` may always. Never changes an existing grant: a Writer who "gives" an Owner Reader
-- would take Owner away.
create or replace function create_grant(
  actor_id bigint,
  is_admin boolean,
  wanted_type resource_type,
  wanted_id bigint,
  wanted_subject_id bigint,
  wanted_level privilege_level,
  out outcome text,
  -- the actor's level, reported with a refusal
  out effective text,
  out made_id bigint
)
language plpgsql as $$
declare
  subjects bigint[] := subjects_of(actor_id);
  level privilege_level;
  broken text;
begin
  if not resource_exists(wanted_type, wanted_id) then
    outcome := 'unknown_resource';
    return;
  end if;
  if not is_admin then
    level := effective_level(wanted_type, wanted_id, subjects);
    effective := level::text;
    if level is null or level < wanted_level
      or coalesce(
        effective_level(wanted_type, wanted_id, array_remove(subjects, 0)), 'MinimalMetadata'
      ) = 'MinimalMetadata'
    then
      outcome := 'too_low';
      return;
    end if;
  end if;
  if wanted_subject_id is not null and not exists (select from subject where id = wanted_subject_id) then
    outcome := 'unknown_subject';
    return;
  end if;
  insert into resource_grant (resource_type, resource_id, subject_id, level, granted_by)
  values (wanted_type, wanted_id, wanted_subject_id, wanted_level, actor_id)
  on conflict do nothing
  returning id into made_id;
  outcome := case when made_id is null then 'exists' else 'done' end;
exception when foreign_key_violation then
  -- the subject or resource was deleted after it was looked up
  get stacked diagnostics broken = constraint_name;
  if broken like '%\_resource\_fkey' then
    outcome := 'unknown_resource';
  elsif broken like '%\_subject\_fkey' then
    outcome := 'unknown_subject';
  else
    raise;
  end if;
end
$$;
