-- The scenarios with a train of a rolling stock: train schedules, paced trains and their exceptions.
create or replace function scenarios_with_stock(wanted_name text) returns bigint[]
language sql stable parallel safe as $$
  select array(
    select c.id
    from train_schedule t
    join scenario c on c.timetable_id = t.timetable_id
    where t.rolling_stock_name = wanted_name
    union
    select c.id
    from paced_train_stock t
    join scenario c on c.timetable_id = t.timetable_id
    where t.name = wanted_name
  )
$$;
