-- Puts paced trains into a timetable, all or none; answers their ids in the order of the input. The lists
-- hold JSON texts, parted by E'\x1e': of each paced train an array of its rolling stocks' names, one of
-- its sub-categories' codes, and its record.
create or replace function insert_paced_trains(wanted_timetable_id bigint, lists text[])
returns bigint[]
language plpgsql as $$
declare
  records text[] := string_to_array(lists[3], E'\x1e');
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
  from unnest(
    made_ids, string_to_array(lists[1], E'\x1e'), string_to_array(lists[2], E'\x1e'), records
  ) as t (id, rolling_stock_list, sub_category_list, record);
  return made_ids;
end
$$;
