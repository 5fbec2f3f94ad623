-- Records which records of timetables a statement has changed: one event per timetable, named by the trigger, with its
-- author. When the timetable itself is deleted, its own event is enough.
create or replace function note_timetable_records() returns trigger
language plpgsql as $$
declare
  form text := case tg_op
    when 'INSERT' then '{"created":%s,"changed":[],"deleted":[],%s}'
    when 'UPDATE' then '{"created":[],"changed":%s,"deleted":[],%s}'
    else '{"created":[],"changed":[],"deleted":%s,%s}'
  end;
  author text := (
    select modification_text(u.id, u.name, now())
    from (select acting_user() as id) acting
    left join app_user u on u.id = acting.id
  );
begin
  insert into new_event (about_type, about_id, name, data)
  select 'timetable', t.id, tg_argv[0], format(form, c.ids, author)
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
