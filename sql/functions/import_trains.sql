-- Puts train schedules and paced trains into a timetable, all or none; answers their ids in the order of
-- the input.
create or replace function import_trains(
  wanted_timetable_id bigint,
  rolling_stock_names text[],
  sub_category_codes text[],
  records text[],
  rolling_stock_lists text[],
  sub_category_lists text[],
  paced_records text[],
  out train_schedule_ids bigint[],
  out paced_train_ids bigint[]
)
language plpgsql as $$
begin
  train_schedule_ids := insert_train_schedules(
    wanted_timetable_id, rolling_stock_names, sub_category_codes, records
  );
  paced_train_ids := insert_paced_trains(
    wanted_timetable_id, rolling_stock_lists, sub_category_lists, paced_records
  );
end
$$;
