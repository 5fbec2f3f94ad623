-- Changes the given fields of a study and keeps the others. No row: there is none in this project; no text: it is not
-- at the requested revision (null: any) but at the returned one. Locks from the project down, like every change below a
-- project, so that none can deadlock.
create or replace function update_study(
  wanted_project_id bigint,
  wanted_study_id bigint,
  given jsonb,
  if_revision bigint,
  viewer_id bigint
) returns table (revision bigint, answer text)
language plpgsql as $$
#variable_conflict use_column
declare
  was study;
  becomes study;
begin
  perform from project p where p.id = wanted_project_id for no key update;
  select * into was
  from study s
  where s.id = wanted_study_id and s.project_id = wanted_project_id
  for no key update;
  if not found then
    return;
  end if;
  if was.revision <> if_revision then
    return query select was.revision, null::text;
    return;
  end if;
  becomes := jsonb_populate_record(was, given);
  update study s set
    name = becomes.name,
    description = becomes.description,
    business_code = becomes.business_code,
    service_code = becomes.service_code,
    start_date = becomes.start_date,
    expected_end_date = becomes.expected_end_date,
    actual_end_date = becomes.actual_end_date,
    budget = becomes.budget,
    tags = becomes.tags,
    state = becomes.state,
    study_type = becomes.study_type,
    last_modification = now(),
    revision = s.revision + 1
  where s.id = wanted_study_id;
  update project p set last_modification = now() where p.id = wanted_project_id;
  return query
    select a.revision, a.answer from study_answer(wanted_project_id, wanted_study_id, viewer_id) a;
end
$$;
