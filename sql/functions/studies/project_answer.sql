-- One project for a viewer (null: everything), or no row. Viewers who may see only the name don't get the revision.
create or replace function project_answer(wanted_id bigint, viewer_id bigint)
returns table (revision bigint, answer text)
language plpgsql stable parallel safe as $$
#variable_conflict use_column
begin
  return query
    select case when seen.is_readable then p.revision end, project_item(p, seen.is_readable)
    from project p
    cross join lateral (select is_readable('project', p.id, viewer_id) as is_readable) seen
    where p.id = wanted_id;
end
$$;
