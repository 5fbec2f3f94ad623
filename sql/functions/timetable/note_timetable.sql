-- Records an event: a timetable has another name, period or list of days, or was deleted.
create or replace function note_timetable() returns trigger
language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    insert into new_event (about_type, about_id, name, data)
    values ('timetable', old.id, 'deleted', '{}');
  elsif new.revision <> old.revision then
    insert into new_event (about_type, about_id, name, data)
    select 'timetable', new.id, 'timetable', format(
      '{"name":%s,%s%s}', coalesce(to_json(new.name)::text, 'null'),
      coalesce('"period":' || new.period || ',', ''),
      modification_text(u.id, u.name, new.modified_at)
    )
    from (select new.modified_by as id) acting
    left join app_user u on u.id = acting.id;
  end if;
  return null;
end
$$;

create or replace trigger note_delete after delete on timetable
for each row execute function note_timetable();
create or replace trigger note_change after update on timetable
for each row execute function note_timetable();
