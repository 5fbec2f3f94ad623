-- Records an event: an infrastructure has changed, with its new version and what an edit changed, or was deleted.
create or replace function note_infra() returns trigger
language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if new is distinct from old then
      insert into new_event (about_type, about_id, name, data)
      values ('infra', new.id, 'infra', format(
        '{"version":"%s"%s}',
        new.version,
        (
          select ',"change":' || c.change from infra_content c
          where c.id = new.content_id and new.content_id <> old.content_id
        )
      ));
    end if;
  else
    insert into new_event (about_type, about_id, name, data)
    values ('infra', old.id, 'deleted', '{}');
  end if;
  return null;
end
$$;

create or replace trigger note_change after update or delete on infra
for each row execute function note_infra();
