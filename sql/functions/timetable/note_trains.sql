-- Writes down which trains a statement has changed: one event a timetable, named by the trigger. When the
-- timetable itself goes, that it goes says all.
create or replace function note_trains() returns trigger
language plpgsql as $$
declare
  form text := case tg_op
    when 'INSERT' then '{"created":%s,"changed":[],"deleted":[]}'
    when 'UPDATE' then '{"created":[],"changed":%s,"deleted":[]}'
    else '{"created":[],"changed":[],"deleted":%s}'
  end;
begin
  insert into new_event (about_type, about_id, name, data)
  select 'timetable', t.id, tg_argv[0], format(form, c.ids)
  from (
    select timetable_id, to_json(array_agg(id order by id)) as ids
    from changed
    group by timetable_id
  ) c
  join timetable t on t.id = c.timetable_id
  order by t.id;
  return null;
end
$$;

create or replace trigger note_insert after insert on train_schedule
referencing new table as changed for each statement execute function note_trains('trains');
create or replace trigger note_update after update on train_schedule
referencing new table as changed for each statement execute function note_trains('trains');
create or replace trigger note_delete after delete on train_schedule
referencing old table as changed for each statement execute function note_trains('trains');

create or replace trigger note_insert after insert on paced_train
referencing new table as changed for each statement execute function note_trains('paced_trains');
create or replace trigger note_update after update on paced_train
referencing new table as changed for each statement execute function note_trains('paced_trains');
create or replace trigger note_delete after delete on paced_train
referencing old table as changed for each statement execute function note_trains('paced_trains');
