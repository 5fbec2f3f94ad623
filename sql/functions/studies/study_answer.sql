-- One study of a project for a viewer (null: everything) with the project, or no row. Of a study that is not readable
-- only id, name and description are returned.
create or replace function study_answer(
  wanted_project_id bigint,
  wanted_study_id bigint,
  viewer_id bigint
) returns table (revision bigint, answer text)
language plpgsql stable parallel safe as $$
#variable_conflict use_column
begin
  return query
    select
      case when seen.is_readable then s.revision end,
      case when seen.is_readable
        then left(study_item(s, true), -1) || ',"project":'
          || project_record(p, is_readable('project', p.id, viewer_id)) || '}'
        else study_item(s, false)
      end
    from study s
    join project p on p.id = s.project_id
    cross join lateral (select is_readable('study', s.id, viewer_id) as is_readable) seen
    where s.id = wanted_study_id and s.project_id = wanted_project_id;
end
$$;
