-- Gives an unlocked rolling stock of the given collection, whose rights were checked, a livery with its picture. No
-- row: the stock is not there; `full`: it already has the maximum number of liveries.
create or replace function create_livery(
  wanted_stock_id bigint,
  home_id bigint,
  given_name text,
  count_max integer,
  content_type text,
  picture text
) returns table (outcome text, "json" text)
language plpgsql as $$
declare
  stock rolling_stock;
  made livery;
begin
  select * into stock from rolling_stock s
  where s.id = wanted_stock_id and s.collection_id = home_id for no key update;
  if not found then
    return;
  end if;
  if stock.locked then
    return query select 'locked', null::text;
    return;
  end if;
  if (select count(*) from livery l where l.rolling_stock_id = wanted_stock_id) >= count_max then
    return query select 'full', null::text;
    return;
  end if;
  insert into livery (rolling_stock_id, name) values (wanted_stock_id, given_name)
  returning * into made;
  insert into document (content_type, content, livery_id)
  values (content_type, convert_to(picture, 'UTF8'), made.id);
  return query select 'created', livery_text(made);
end
$$;
