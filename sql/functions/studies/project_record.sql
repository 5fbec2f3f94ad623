-- A project's fields as JSON text; one that is not readable shows its id, name and description.
create or replace function project_record(p project, is_readable boolean) returns text
language plpgsql stable parallel safe as $$
begin
  if not is_readable then
    return (select row_to_json(r) from (select p.id, p.name, p.description) r);
  end if;
  return (
    select row_to_json(r)
    from (
      select p.id, p.name, p.description, p.objectives, p.funders, p.budget,
        p.image_id as image, p.tags,
        datetime_text(p.creation_date) as creation_date,
        datetime_text(p.last_modification) as last_modification
    ) r
  );
end
$$;
