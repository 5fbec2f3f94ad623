-- The timetables with a train of one of these rolling stocks: train schedules, paced trains and their
-- exceptions.
create or replace function timetables_with_stocks(wanted_names text[]) returns bigint[]
language sql stable parallel safe as $$
  select array(
    select t.timetable_id from train_schedule t where t.rolling_stock_name = any(wanted_names)
    union
    select t.timetable_id from paced_train t where t.rolling_stock_names && wanted_names
  )
$$;
