-- One scenario with its study and project, for a viewer who may read it (null: everything); no row if there is none at
-- this place.
create or replace function scenario_answer(
  wanted_project_id bigint,
  wanted_study_id bigint,
  wanted_scenario_id bigint,
  viewer_id bigint
) returns table (revision bigint, answer text)
language plpgsql stable parallel safe as $$
#variable_conflict use_column
begin
  return query
    select c.revision,
      left(scenario_record(c, viewer_id), -1)
        || ',"project":' || project_record(p, is_readable('project', p.id, viewer_id))
        || ',"study":' || study_record(s, is_readable('study', s.id, viewer_id)) || '}'
    from scenario c
    join study s on s.id = c.study_id
    join project p on p.id = s.project_id
    where c.id = wanted_scenario_id and s.id = wanted_study_id and p.id = wanted_project_id;
end
$$;
