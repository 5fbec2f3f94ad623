-- Records an event: a rolling stock was made, changed or deleted, with the names that trains call it by. Its lock and
-- its collection do not affect runs, so they make no event.
create or replace function note_rolling_stock() returns trigger
language plpgsql as $$
begin
  case tg_op
    when 'INSERT' then
      insert into new_event (about_type, about_id, name, data, stock_names)
      values (
        'rolling_stock', new.id, 'rolling_stock',
        format('{"created":[%s],"changed":[],"deleted":[]}', new.id), array[new.name]
      );
    when 'UPDATE' then
      if new.version <> old.version or new.name <> old.name then
        insert into new_event (about_type, about_id, name, data, stock_names)
        values (
          'rolling_stock', new.id, 'rolling_stock',
          format('{"created":[],"changed":[%s],"deleted":[]}', new.id), array[old.name, new.name]
        );
      end if;
    else
      insert into new_event (about_type, about_id, name, data, stock_names)
      values (
        'rolling_stock', old.id, 'rolling_stock',
        format('{"created":[],"changed":[],"deleted":[%s]}', old.id), array[old.name]
      );
  end case;
  return null;
end
$$;

create or replace trigger note_change after insert or update or delete on rolling_stock
for each row execute function note_rolling_stock();
