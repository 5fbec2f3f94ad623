-- Writes down that a timetable is gone; it has no field that could change.
create or replace function note_timetable() returns trigger
language plpgsql as $$
begin
  insert into new_event (about_type, about_id, name, data)
  values ('timetable', old.id, 'deleted', '{}');
  return null;
end
$$;

create or replace trigger note_delete after delete on timetable
for each row execute function note_timetable();
