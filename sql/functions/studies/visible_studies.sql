-- The studies of a project that a user may know of, for lists; `is_readable` false: only name and description. Starts
-- from the project: a project has few studies, but a user may have many grants.
create or replace function visible_studies(viewer_id bigint, wanted_project_id bigint)
returns table (id bigint, is_readable boolean)
language sql stable as $$
  with viewer as materialized (select subjects_of(viewer_id) as subjects),
  above as materialized (
    select exists (
      select from viewer, project_grant g
      where g.resource_id = wanted_project_id and g.subject_key = any(viewer.subjects)
    ) as is_readable
  ),
  judged as (
    select s.id,
      above.is_readable or exists (
        select from study_grant g
        where g.resource_id = s.id and g.subject_key = any(viewer.subjects)
      ) as is_readable,
      exists (
        select from scenario c join scenario_grant g on g.resource_id = c.id
        where c.study_id = s.id and g.subject_key = any(viewer.subjects)
      ) as is_known
    from study s, viewer, above
    where s.project_id = wanted_project_id
  )
  select j.id, j.is_readable from judged j where j.is_readable or j.is_known
$$;
