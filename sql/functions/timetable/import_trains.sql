-- Inserts train schedules and paced trains into a timetable, all or none; returns their ids in input order. Takes the
-- lists of `insert_trains` for the first kind, then those for the second.
create or replace function import_trains(
  wanted_timetable_id bigint,
  author_id bigint,
  lists text[],
  out train_schedule_ids bigint[],
  out paced_train_ids bigint[]
)
language plpgsql as $$
begin
  train_schedule_ids := insert_trains('train_schedule', wanted_timetable_id, author_id, lists[1:4]);
  paced_train_ids := insert_trains('paced_train', wanted_timetable_id, author_id, lists[5:8]);
end
$$;
