-- The given scenarios as errors and `usage` show them: those that a viewer may read (null: all), as a
-- JSON array in the order of their ids.
create or replace function scenario_references(scenario_ids bigint[], viewer_id bigint)
returns text
language plpgsql stable as $$
declare
  subjects bigint[] := subjects_of(viewer_id);
begin
  return (
    select coalesce(json_agg(json_build_object(
      'project_id', p.id, 'project_name', p.name,
      'study_id', s.id, 'study_name', s.name,
      'scenario_id', c.id, 'scenario_name', c.name
    ) order by c.id), '[]')::text
    from scenario c
    join study s on s.id = c.study_id
    join project p on p.id = s.project_id
    where c.id = any(scenario_ids)
      and (viewer_id is null or effective_level('scenario', c.id, subjects) is not null)
  );
end
$$;
