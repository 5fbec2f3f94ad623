-- Deletes a sub-category; the trains, paced trains and exceptions of it then have no category. That takes
-- a viewer (null: anybody) who may change all these trains: else the outcome is `used`, with their number.
--
-- Records are texts with a fixed order of keys, so their change is a replacement of text. It can't hit
-- anything else: within a JSON string the pattern's quotes would be escaped.
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
  -- trains that name it later name one that is gone, and stay as they are
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
  -- locked in id order, as deletions of batches do
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
