-- Puts train schedules into a timetable, all or none; answers their ids in the order of the input.
create or replace function insert_train_schedules(
  wanted_timetable_id bigint,
  rolling_stock_names text[],
  sub_category_codes text[],
  records text[]
) returns bigint[]
language plpgsql as $$
declare
  made_ids bigint[];
begin
  -- the share lock keeps the timetable until the trains are in
  perform from timetable where id = wanted_timetable_id for key share;
  if not found then
    raise foreign_key_violation using
      constraint = 'train_schedule_timetable_fkey',
      detail = format('Key (timetable_id)=(%s) is not present.', wanted_timetable_id);
  end if;
  select coalesce(array_agg(nextval('resource_id')), '{}') into made_ids
  from generate_series(1, cardinality(records));
  insert into train_schedule (id, timetable_id, rolling_stock_name, sub_category_code, record)
  select t.id, wanted_timetable_id, t.rolling_stock_name, t.sub_category_code, t.record
  from unnest(made_ids, rolling_stock_names, sub_category_codes, records)
    as t (id, rolling_stock_name, sub_category_code, record);
  return made_ids;
end
$$;
