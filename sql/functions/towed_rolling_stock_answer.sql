-- A towed rolling stock as clients get it.
create or replace function towed_rolling_stock_answer(stock towed_rolling_stock) returns text
language sql immutable parallel safe as $$
  select '{"id":' || stock.id || ',"version":' || stock.version || ',"locked":' || stock.locked
    || ',' || substr(stock.record, 2)
$$;
