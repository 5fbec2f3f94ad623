-- A light record with the liveries of its rolling stock, without its first brace. The stored record ends with an empty
-- list of them, as servers of earlier versions send it.
create or replace function stock_light_text(stock_id bigint, light_record text) returns text
language sql stable as $$
  select substr(left(light_record, -3), 2) || livery_texts(stock_id) || '}'
$$;
