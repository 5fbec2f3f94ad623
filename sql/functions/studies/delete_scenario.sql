-- Deletes a scenario and keeps its timetable; false: there is none in this study of this project.
create or replace function delete_scenario(
  wanted_project_id bigint,
  wanted_study_id bigint,
  doomed_id bigint
) returns boolean
language plpgsql as $$
begin
  perform from project p where p.id = wanted_project_id for no key update;
  perform from study s where s.id = wanted_study_id for no key update;
  delete from scenario c
  using study s
  where c.id = doomed_id and s.id = c.study_id
    and s.id = wanted_study_id and s.project_id = wanted_project_id;
  if not found then
    return false;
  end if;
  perform touch_study(wanted_project_id, wanted_study_id);
  return true;
end
$$;
