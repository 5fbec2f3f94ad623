-- The timetables with a train of one of these rolling stocks: train schedules, paced trains and their exceptions.
--
-- No event is delivered while this runs, and a stock may have a million trains: so the indexes are asked for one
-- timetable after another.
create or replace function timetables_with_stocks(wanted_names text[]) returns bigint[]
language sql stable parallel safe as $$
  with recursive found as (
    -- before all timetables
    select w.name, 0::bigint as timetable_id from unnest(wanted_names) as w (name)
    union all
    select f.name, least(
      (
        select t.timetable_id from train_schedule t
        where t.rolling_stock_name = f.name and t.timetable_id > f.timetable_id
        order by t.timetable_id limit 1
      ),
      (
        select s.timetable_id from paced_train_stock s
        where s.name = f.name and s.timetable_id > f.timetable_id
        order by s.timetable_id limit 1
      )
    )
    from found f
    where f.timetable_id is not null
  )
  select array(select distinct f.timetable_id from found f where f.timetable_id > 0)
$$;
