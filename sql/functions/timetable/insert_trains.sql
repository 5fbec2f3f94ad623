-- Inserts trains of a kind into a timetable, all or none; returns their ids in input order. The lists hold JSON texts
-- separated by E'\x1e': for each train an array of its rolling stocks' names, one of its sub-categories' codes, its
-- record, and its days. A train schedule has one stock and at most one sub-category.
create or replace function insert_trains(
  kind text,
  wanted_timetable_id bigint,
  author_id bigint,
  lists text[]
) returns bigint[]
language plpgsql as $$
declare
  stock_lists text[] := string_to_array(lists[1], E'\x1e');
  sub_category_lists text[] := string_to_array(lists[2], E'\x1e');
  records text[] := string_to_array(lists[3], E'\x1e');
  days_lists text[] := string_to_array(lists[4], E'\x1e');
  made_ids bigint[];
begin
  perform act_as(author_id);
  -- the share lock keeps the timetable from being deleted before the trains are in
  perform from timetable where id = wanted_timetable_id for key share;
  if not found then
    raise foreign_key_violation using
      constraint = kind || '_timetable_fkey',
      detail = format('Key (timetable_id)=(%s) is not present.', wanted_timetable_id);
  end if;
  select coalesce(array_agg(nextval('resource_id')), '{}') into made_ids
  from generate_series(1, cardinality(records));
  if kind = 'train_schedule' then
    insert into train_schedule (
      id, timetable_id, rolling_stock_name, sub_category_code, record, days, modified_by
    )
    select t.id, wanted_timetable_id, t.stocks::json ->> 0, t.sub_categories::json ->> 0, t.record,
      nullif(t.days, 'null'), author_id
    from unnest(made_ids, stock_lists, sub_category_lists, records, days_lists)
      as t (id, stocks, sub_categories, record, days);
  else
    insert into paced_train (
      id, timetable_id, rolling_stock_names, sub_category_codes, record, days, modified_by
    )
    select t.id, wanted_timetable_id,
      array(select json_array_elements_text(t.stocks::json)),
      array(select json_array_elements_text(t.sub_categories::json)),
      t.record, nullif(t.days, 'null'), author_id
    from unnest(made_ids, stock_lists, sub_category_lists, records, days_lists)
      as t (id, stocks, sub_categories, record, days);
  end if;
  return made_ids;
end
$$;
