-- The projects that a user may know of, for lists; `is_readable` false: only name and description. Agrees with
-- effective_level (test/accounts/authz), but starts from the subject's grants.
create or replace function visible_projects(viewer_id bigint)
returns table (id bigint, is_readable boolean)
language sql stable as $$
  with viewer as materialized (select unnest(subjects_of(viewer_id)) as subject_key),
  known as (
    select g.resource_id as id, true as is_readable
    from viewer join project_grant g using (subject_key)
    union all
    select s.project_id, false
    from viewer join study_grant g using (subject_key)
    join study s on s.id = g.resource_id
    union all
    select s.project_id, false
    from viewer join scenario_grant g using (subject_key)
    join scenario c on c.id = g.resource_id join study s on s.id = c.study_id
  )
  select k.id, bool_or(k.is_readable) from known k group by k.id
$$;
