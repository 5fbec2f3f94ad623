-- Changes the given fields of a scenario and keeps the others. No row: there is none in this study; no text: it is not
-- at the requested revision (null: any) but at the returned one.
create or replace function update_scenario(
  wanted_project_id bigint,
  wanted_study_id bigint,
  wanted_scenario_id bigint,
  given jsonb,
  if_revision bigint,
  viewer_id bigint
) returns table (revision bigint, answer text)
language plpgsql as $$
#variable_conflict use_column
declare
  was scenario;
  becomes scenario;
begin
  perform from project p where p.id = wanted_project_id for no key update;
  perform from study s where s.id = wanted_study_id for no key update;
  select c.* into was
  from scenario c
  join study s on s.id = c.study_id
  where c.id = wanted_scenario_id and s.id = wanted_study_id
    and s.project_id = wanted_project_id
  for no key update of c;
  if not found then
    return;
  end if;
  if was.revision <> if_revision then
    return query select was.revision, null::text;
    return;
  end if;
  becomes := jsonb_populate_record(was, given);
  update scenario c set
    name = becomes.name,
    description = becomes.description,
    tags = becomes.tags,
    infra_id = becomes.infra_id,
    electrical_profile_set_id = becomes.electrical_profile_set_id,
    last_modification = now(),
    revision = c.revision + 1
  where c.id = wanted_scenario_id;
  perform touch_study(wanted_project_id, wanted_study_id);
  return query
    select a.revision, a.answer
    from scenario_answer(wanted_project_id, wanted_study_id, wanted_scenario_id, viewer_id) a;
end
$$;
