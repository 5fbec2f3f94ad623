-- The timetables with a train of one of these rolling stocks: train schedules, paced trains and their
-- exceptions.
--
-- Nobody is told anything while this is looked up, and a stock may have a million train schedules: so the
-- index is asked for one timetable after the other. Paced trains are looked through: one stands for many.
create or replace function timetables_with_stocks(wanted_names text[]) returns bigint[]
language sql stable parallel safe as $$
  with recursive schedule as (
    select w.name, n.timetable_id
    from unnest(wanted_names) as w (name)
    cross join lateral (
      select t.timetable_id from train_schedule t
      where t.rolling_stock_name = w.name
      order by t.timetable_id limit 1
    ) n
    union all
    select s.name, n.timetable_id
    from schedule s
    cross join lateral (
      select t.timetable_id from train_schedule t
      where t.rolling_stock_name = s.name and t.timetable_id > s.timetable_id
      order by t.timetable_id limit 1
    ) n
  )
  select array(
    select s.timetable_id from schedule s
    union
    select t.timetable_id from paced_train t where t.rolling_stock_names && wanted_names
  )
$$;
