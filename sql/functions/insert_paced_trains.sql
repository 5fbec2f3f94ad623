-- Puts paced trains into a timetable, all or none; answers their ids in the order of the input. Of each
-- the lists of rolling stocks and sub-categories are JSON arrays: lists of different lengths make no
-- array of arrays.
create or replace function insert_paced_trains(
  wanted_timetable_id bigint,
  rolling_stock_lists text[],
  sub_category_lists text[],
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
      constraint = 'paced_train_timetable_fkey',
      detail = format('Key (timetable_id)=(%s) is not present.', wanted_timetable_id);
  end if;
  select coalesce(array_agg(nextval('resource_id')), '{}') into made_ids
  from generate_series(1, cardinality(records));
  insert into paced_train (id, timetable_id, rolling_stock_names, sub_category_codes, record)
  select t.id, wanted_timetable_id,
    array(select json_array_elements_text(t.rolling_stock_list::json)),
    array(select json_array_elements_text(t.sub_category_list::json)),
    t.record
  from unnest(made_ids, rolling_stock_lists, sub_category_lists, records)
    as t (id, rolling_stock_list, sub_category_list, record);
  return made_ids;
end
$$;
