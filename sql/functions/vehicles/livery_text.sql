-- A livery as clients get it.
create or replace function livery_text(shown livery) returns text
language sql stable as $$
  select '{"id":' || shown.id || ',"name":' || to_json(shown.name)::text
    || ',"rolling_stock_id":' || shown.rolling_stock_id
    || ',"compound_image_id":' || coalesce(d.id::text, 'null') || '}'
  from (select) one
  left join document d on d.livery_id = shown.id
$$;
