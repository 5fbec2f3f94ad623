-- Creates a scenario with the given fields; its owner (null: nobody) becomes the Owner. No row: there is no such study
-- in this project.
create or replace function create_scenario(
  wanted_project_id bigint,
  wanted_study_id bigint,
  given jsonb,
  owner_id bigint,
  viewer_id bigint
) returns table (revision bigint, answer text)
language plpgsql as $$
#variable_conflict use_column
declare
  made scenario := jsonb_populate_record(null::scenario, given);
  made_id bigint;
begin
  if not touch_study(wanted_project_id, wanted_study_id) then
    return;
  end if;
  insert into scenario (
    study_id, name, description, tags, infra_id, timetable_id, electrical_profile_set_id
  )
  values (
    wanted_study_id, made.name, coalesce(made.description, ''), coalesce(made.tags, '{}'),
    made.infra_id, made.timetable_id, made.electrical_profile_set_id
  )
  returning id into made_id;
  insert into resource_grant (resource_type, resource_id, subject_id, level, granted_by)
  select 'scenario', made_id, owner_id, 'Owner', owner_id
  where owner_id is not null;
  return query
    select a.revision, a.answer
    from scenario_answer(wanted_project_id, wanted_study_id, made_id, viewer_id) a;
end
$$;
