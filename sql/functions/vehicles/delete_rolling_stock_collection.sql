-- Deletes a collection that is empty and not the default one; returns the outcome. The lock keeps stocks from being
-- moved in meanwhile.
create or replace function delete_rolling_stock_collection(doomed_id bigint) returns text
language plpgsql as $$
declare
  is_kept boolean;
begin
  select c.is_default into is_kept from rolling_stock_collection c
  where c.id = doomed_id for update;
  if not found then
    return 'absent';
  end if;
  if is_kept then
    return 'default';
  end if;
  if exists (select from rolling_stock s where s.collection_id = doomed_id) then
    return 'not_empty';
  end if;
  delete from rolling_stock_collection c where c.id = doomed_id;
  return 'deleted';
end
$$;
