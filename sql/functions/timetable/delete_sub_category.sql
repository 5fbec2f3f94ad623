-- Deletes a sub-category; its trains, paced trains and exceptions then have no category. The viewer (null: anybody)
-- must be allowed to change all these trains: else the outcome is `used`, with their number.
--
-- Records are texts with a fixed order of keys, so they are changed by replacing text. That can't hit anything else:
-- within a JSON string the pattern's quotes would be escaped.
create or replace function delete_sub_category(
  doomed_code text,
  viewer_id bigint,
  author_id bigint,
  out outcome text,
  out use_count bigint
)
language plpgsql as $$
declare
  category text := '{"sub_category_code":' || to_json(doomed_code) || '}';
  -- trains that get it after this name a deleted sub-category, and are not changed
  train_ids bigint[];
  timetable_ids bigint[];
begin
  perform act_as(author_id);
  perform from sub_category where code = doomed_code for update;
  if not found then
    outcome := 'absent';
    return;
  end if;
  select count(*), array_agg(t.id), array_agg(distinct t.timetable_id)
  into use_count, train_ids, timetable_ids
  from trains_of_sub_category(doomed_code) t;
  if not are_writable('timetable', timetable_ids, viewer_id) then
    outcome := 'used';
    return;
  end if;
  delete from sub_category where code = doomed_code;
  outcome := 'deleted';
  -- locked in id order, as batch deletions do
  perform from train_schedule where id = any(train_ids) order by id for update;
  update train_schedule set
    sub_category_code = null,
    record = replace(record, '"category":' || category, '"category":null'),
    modified_by = author_id,
    modified_at = now(),
    revision = revision + 1
  where id = any(train_ids) and sub_category_code = doomed_code;
  perform from paced_train where id = any(train_ids) order by id for update;
  update paced_train set
    sub_category_codes = array_remove(sub_category_codes, doomed_code),
    record = replace(
      replace(record, '"category":' || category, '"category":null'),
      '"rolling_stock_category":{"value":' || category || '}',
      '"rolling_stock_category":{"value":null}'
    ),
    modified_by = author_id,
    modified_at = now(),
    revision = revision + 1
  where id = any(train_ids) and sub_category_codes @> array[doomed_code];
end
$$;
