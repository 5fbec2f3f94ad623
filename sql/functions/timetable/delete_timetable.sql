-- Deletes a timetable with its trains and its scenario, which must be the given one (null: none), because that one's
-- rights were checked. The row lock keeps others from attaching the timetable meanwhile: a scenario that is being
-- created holds a share lock on it. The search environment that names it is deleted too if `is_admin`, and else keeps
-- it.
create or replace function delete_timetable(
  doomed_id bigint,
  expected_scenario_id bigint,
  is_admin boolean,
  -- opened days go with it
  is_forced boolean
) returns text
language plpgsql as $$
begin
  -- before the timetable is locked, in the order of whoever makes a scenario: the other order could deadlock
  perform touch_study(s.project_id, s.id)
  from scenario c join study s on s.id = c.study_id
  where c.id = expected_scenario_id and c.timetable_id = doomed_id;
  perform from search_environment where timetable_id = doomed_id for update;
  perform from timetable where id = doomed_id for update;
  if not found then
    return 'absent';
  end if;
  if (select c.id from scenario c where c.timetable_id = doomed_id) is distinct from expected_scenario_id then
    return 'other_scenario';
  end if;
  if not is_forced and exists (select from operation o where o.timetable_id = doomed_id) then
    return 'opened';
  end if;
  delete from search_environment where is_admin and timetable_id = doomed_id;
  delete from timetable where id = doomed_id;
  return 'deleted';
end
$$;
