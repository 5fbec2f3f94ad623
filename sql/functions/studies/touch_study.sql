-- Marks a study and its project as changed, since a change of a scenario changes them too; false: there is no such
-- study in this project. Locks them from the project down.
create or replace function touch_study(wanted_project_id bigint, wanted_study_id bigint)
returns boolean
language plpgsql as $$
begin
  update project p set last_modification = now()
  where p.id = wanted_project_id
    and exists (
      select from study s where s.id = wanted_study_id and s.project_id = wanted_project_id
    );
  update study s set last_modification = now()
  where s.id = wanted_study_id and s.project_id = wanted_project_id;
  return found;
end
$$;
