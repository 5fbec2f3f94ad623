-- Deletes a study with its scenarios; false: there is none in this project.
create or replace function delete_study(wanted_project_id bigint, doomed_id bigint) returns boolean
language plpgsql as $$
begin
  perform from project p where p.id = wanted_project_id for no key update;
  delete from study s where s.id = doomed_id and s.project_id = wanted_project_id;
  if not found then
    return false;
  end if;
  update project p set last_modification = now() where p.id = wanted_project_id;
  return true;
end
$$;
