-- creates a rolling stock in collection $7; returns the full record as JSON text; no row: no such collection
with home as (
  -- first the collection, then the stock: all writers lock in this order
  update rolling_stock_collection set revision = revision + 1
  where id = $7::bigint
  returning id
), made as (
  insert into rolling_stock (
    name, locked, power_restriction_codes, electric_modes, record, light_record, collection_id
  )
  select $1, $2::boolean, $3::text[], $4::text[], $5, $6, home.id
  from home
  returning *
), answer as (
  select id, version, '{"id":' || id || ',"version":' || version || ',"locked":' || locked || ',' || substr(record, 2) as json
  from made
)
select * from answer where /* kept under the key */ true
