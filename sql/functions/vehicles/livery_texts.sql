-- The liveries of a rolling stock as a JSON array, by id.
create or replace function livery_texts(stock_id bigint) returns text
language sql stable as $$
  select '[' || coalesce(string_agg(livery_text(l), ',' order by l.id), '') || ']'
  from livery l
  where l.rolling_stock_id = stock_id
$$;
