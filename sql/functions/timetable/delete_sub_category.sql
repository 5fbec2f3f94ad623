-- Deletes a sub-category; the trains, paced trains and exceptions of it then have no category. Returns
-- whether there was one.
--
-- Records are texts with a fixed order of keys, so their change is a replacement of text. It can't hit
-- anything else: within a JSON string the pattern's quotes would be escaped.
create or replace function delete_sub_category(doomed_code text) returns boolean
language plpgsql as $$
declare
  category text := '{"sub_category_code":' || to_json(doomed_code) || '}';
begin
  delete from sub_category where code = doomed_code;
  if not found then
    return false;
  end if;
  -- locked in id order, as deletions of batches do
  perform from train_schedule where sub_category_code = doomed_code order by id for update;
  update train_schedule set
    sub_category_code = null,
    record = replace(record, '"category":' || category, '"category":null'),
    revision = revision + 1
  where sub_category_code = doomed_code;
  perform from paced_train
  where sub_category_codes <> '{}' and sub_category_codes @> array[doomed_code]
  order by id for update;
  update paced_train set
    sub_category_codes = array_remove(sub_category_codes, doomed_code),
    record = replace(
      replace(record, '"category":' || category, '"category":null'),
      '"rolling_stock_category":{"value":' || category || '}',
      '"rolling_stock_category":{"value":null}'
    ),
    revision = revision + 1
  where sub_category_codes <> '{}' and sub_category_codes @> array[doomed_code];
  return true;
end
$$;
