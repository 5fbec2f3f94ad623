-- How often the trains of a timetable were changed: what is kept of them compares it, instead of the
-- revisions of thousands of trains. Triggers keep it, so no statement that writes trains can forget it.
--
-- Writers have rows of their own, so that none waits for another; a sum of all would be one row that all
-- wait for. There is no foreign key: its lock, taken after that of a train, could deadlock with a deletion
-- of the timetable. What is left of deleted timetables is removed with other leftovers.

create table train_change (
  timetable_id bigint not null,
  -- of a connection
  writer integer not null,
  change_count bigint not null,
  constraint train_change_pkey primary key (timetable_id, writer)
);

create function count_train_change() returns trigger
language plpgsql as $$
begin
  insert into train_change as known (timetable_id, writer, change_count)
  select t.id, pg_backend_pid() % 1024, 1
  from timetable t
  where t.id in (select c.timetable_id from changed c)
  order by t.id
  on conflict on constraint train_change_pkey do update set change_count = known.change_count + 1;
  return null;
end
$$;

create trigger train_schedule_insert after insert on train_schedule
  referencing new table as changed for each statement execute function count_train_change();
create trigger train_schedule_update after update on train_schedule
  referencing new table as changed for each statement execute function count_train_change();
create trigger train_schedule_delete after delete on train_schedule
  referencing old table as changed for each statement execute function count_train_change();
create trigger paced_train_insert after insert on paced_train
  referencing new table as changed for each statement execute function count_train_change();
create trigger paced_train_update after update on paced_train
  referencing new table as changed for each statement execute function count_train_change();
create trigger paced_train_delete after delete on paced_train
  referencing old table as changed for each statement execute function count_train_change();
