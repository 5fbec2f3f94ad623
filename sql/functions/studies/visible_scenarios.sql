-- Scenarios that a user may read, found from the subject's grants on them, their studies and their projects.
create or replace function visible_scenarios(viewer_id bigint) returns table (id bigint)
language sql stable as $$
  with viewer as materialized (select unnest(subjects_of(viewer_id)) as subject_key)
  select g.resource_id from viewer join scenario_grant g using (subject_key)
  union
  select c.id
  from viewer join study_grant g using (subject_key)
  join scenario c on c.study_id = g.resource_id
  union
  select c.id
  from viewer join project_grant g using (subject_key)
  join study s on s.project_id = g.resource_id join scenario c on c.study_id = s.id
$$;
