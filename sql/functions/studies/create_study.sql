-- Creates a study with the given fields; its owner (null: nobody) becomes the Owner. No row: there is no such project.
create or replace function create_study(
  wanted_project_id bigint,
  given jsonb,
  owner_id bigint,
  viewer_id bigint
) returns table (revision bigint, answer text)
language plpgsql as $$
#variable_conflict use_column
declare
  made study := jsonb_populate_record(null::study, given);
  made_id bigint;
begin
  update project p set last_modification = now() where p.id = wanted_project_id;
  if not found then
    return;
  end if;
  insert into study (
    project_id, name, description, business_code, service_code, start_date, expected_end_date,
    actual_end_date, budget, tags, state, study_type
  )
  values (
    wanted_project_id, made.name, made.description, made.business_code, made.service_code,
    made.start_date, made.expected_end_date, made.actual_end_date, made.budget,
    coalesce(made.tags, '{}'), made.state, made.study_type
  )
  returning id into made_id;
  insert into resource_grant (resource_type, resource_id, subject_id, level, granted_by)
  select 'study', made_id, owner_id, 'Owner', owner_id
  where owner_id is not null;
  return query
    select a.revision, a.answer from study_answer(wanted_project_id, made_id, viewer_id) a;
end
$$;
