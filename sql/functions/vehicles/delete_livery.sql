-- Deletes a livery of an unlocked rolling stock of the given collection, whose rights were checked, with its
-- picture. No row: the stock is not there; `absent`: it has no such livery.
create or replace function delete_livery(wanted_stock_id bigint, home_id bigint, doomed_id bigint)
returns table (outcome text)
language plpgsql as $$
declare
  stock rolling_stock;
begin
  select * into stock from rolling_stock s
  where s.id = wanted_stock_id and s.collection_id = home_id for no key update;
  if not found then
    return;
  end if;
  if stock.locked then
    return query select 'locked';
    return;
  end if;
  delete from livery l where l.id = doomed_id and l.rolling_stock_id = wanted_stock_id;
  return query select case when found then 'deleted' else 'absent' end;
end
$$;
