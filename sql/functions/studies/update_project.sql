-- Changes the given fields of a project and keeps the others. No row: there is none; no text: it is not at the
-- requested revision (null: any) but at the returned one. A replaced or removed image is deleted: nothing else shows
-- it.
create or replace function update_project(
  wanted_id bigint,
  given jsonb,
  if_revision bigint,
  viewer_id bigint
) returns table (revision bigint, answer text)
language plpgsql as $$
#variable_conflict use_column
declare
  was project;
  becomes project;
begin
  select * into was from project p where p.id = wanted_id for no key update;
  if not found then
    return;
  end if;
  if was.revision <> if_revision then
    return query select was.revision, null::text;
    return;
  end if;
  becomes := jsonb_populate_record(was, given);
  if becomes.image_id is distinct from was.image_id and becomes.image_id is not null then
    perform check_project_image(becomes.image_id, viewer_id);
  end if;
  update project p set
    name = becomes.name,
    description = becomes.description,
    objectives = becomes.objectives,
    funders = becomes.funders,
    budget = becomes.budget,
    image_id = becomes.image_id,
    tags = becomes.tags,
    last_modification = now(),
    revision = p.revision + 1
  where p.id = wanted_id;
  delete from document d
  where d.id = was.image_id and was.image_id is distinct from becomes.image_id;
  return query select a.revision, a.answer from project_answer(wanted_id, viewer_id) a;
end
$$;
