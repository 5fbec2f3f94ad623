-- Counts changes of timetables' trains, and records the last one's author and time (table train_change).
create or replace function count_train_change() returns trigger
language plpgsql as $$
begin
  insert into train_change as known (timetable_id, writer, change_count, changed_by, changed_at)
  select t.id, pg_backend_pid() % 1024, 1, acting_user(), now()
  from timetable t
  where t.id in (select c.timetable_id from changed c)
  order by t.id
  on conflict on constraint train_change_pkey do update set
    change_count = known.change_count + 1,
    changed_by = excluded.changed_by,
    changed_at = excluded.changed_at;
  return null;
end
$$;
