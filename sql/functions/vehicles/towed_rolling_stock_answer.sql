-- A towed rolling stock as clients get it; `gamma` repeats `const_gamma` in the form of 2024.
create or replace function towed_rolling_stock_answer(stock towed_rolling_stock) returns text
language sql immutable parallel safe as $$
  select '{"id":' || stock.id || ',"version":' || stock.version || ',"locked":' || stock.locked
    || ',"gamma":{"type":"CONST","value":' || (stock.record::json -> 'const_gamma')::text || '},'
    || substr(stock.record, 2)
$$;
