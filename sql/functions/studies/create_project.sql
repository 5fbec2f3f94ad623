-- Creates a project with the given fields; its owner (null: nobody) becomes the Owner.
create or replace function create_project(given jsonb, owner_id bigint, viewer_id bigint)
returns table (revision bigint, answer text)
language plpgsql as $$
#variable_conflict use_column
declare
  made project := jsonb_populate_record(null::project, given);
  made_id bigint;
begin
  if made.image_id is not null then
    perform check_project_image(made.image_id, viewer_id);
  end if;
  insert into project (name, description, objectives, funders, budget, image_id, tags)
  values (
    made.name, made.description, made.objectives, made.funders, made.budget, made.image_id,
    coalesce(made.tags, '{}')
  )
  returning id into made_id;
  insert into resource_grant (resource_type, resource_id, subject_id, level, granted_by)
  select 'project', made_id, owner_id, 'Owner', owner_id
  where owner_id is not null;
  return query select a.revision, a.answer from project_answer(made_id, viewer_id) a;
end
$$;
