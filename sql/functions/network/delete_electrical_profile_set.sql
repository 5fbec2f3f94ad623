-- Deletes an electrical profile set, the search environment that names it, and its mention in scenarios. The viewer
-- (null: anybody) must be allowed to change all these scenarios, by roles as `may_change_scenarios` says, and be
-- `is_admin` for the search environment: else the outcome is `used`, with the number of scenarios and environments.
--
-- Locks from the project down, as changes of scenarios do; a scenario or an environment that names the set meanwhile
-- keeps it from being deleted.
create or replace function delete_electrical_profile_set(
  doomed_id bigint,
  viewer_id bigint,
  may_change_scenarios boolean,
  is_admin boolean,
  out outcome text,
  out use_count bigint
)
language plpgsql as $$
declare
  study_ids bigint[] := array(
    select distinct c.study_id from scenario c where c.electrical_profile_set_id = doomed_id
  );
  scenario_ids bigint[];
  is_free boolean;
begin
  perform from project p
  where p.id in (select s.project_id from study s where s.id = any(study_ids))
  order by p.id for no key update;
  perform from study s where s.id = any(study_ids) order by s.id for no key update;
  perform from search_environment e where e.electrical_profile_set_id = doomed_id for update;
  perform from electrical_profile_set e where e.id = doomed_id for update;
  if not found then
    outcome := 'absent';
    return;
  end if;
  select array_agg(c.id), coalesce(bool_and(may_change_scenarios and c.study_id = any(study_ids)), true)
  into scenario_ids, is_free
  from scenario c where c.electrical_profile_set_id = doomed_id;
  select count(*) + coalesce(cardinality(scenario_ids), 0), is_free and (is_admin or count(*) = 0)
  into use_count, is_free
  from search_environment e where e.electrical_profile_set_id = doomed_id;
  if not (is_free and are_writable('scenario', scenario_ids, viewer_id)) then
    outcome := 'used';
    return;
  end if;
  update scenario c set
    electrical_profile_set_id = null,
    last_modification = now(),
    revision = c.revision + 1
  where c.id = any(scenario_ids);
  perform touch_study(s.project_id, s.id) from study s
  where s.id in (select c.study_id from scenario c where c.id = any(scenario_ids));
  delete from search_environment e where e.electrical_profile_set_id = doomed_id;
  delete from electrical_profile_set e where e.id = doomed_id;
  outcome := 'deleted';
end
$$;
