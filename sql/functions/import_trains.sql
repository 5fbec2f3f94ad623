-- Puts train schedules and paced trains into a timetable, all or none; answers their ids in the order of
-- the input: the lists of `insert_train_schedules`, then those of `insert_paced_trains`.
create or replace function import_trains(
  wanted_timetable_id bigint,
  lists text[],
  out train_schedule_ids bigint[],
  out paced_train_ids bigint[]
)
language plpgsql as $$
begin
  train_schedule_ids := insert_train_schedules(wanted_timetable_id, lists[1:3]);
  paced_train_ids := insert_paced_trains(wanted_timetable_id, lists[4:6]);
end
$$;
