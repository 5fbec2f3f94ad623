-- creates rolling stocks in collection $1, locked if $2, all or none; returns their ids in order; no row: no such collection
with home as (
  -- first the collection, then the stocks: all writers lock in this order
  update rolling_stock_collection set revision = revision + 1
  where id = $1::bigint
  returning id
), list as materialized (
  select string_to_array(staged_text($3::bigint, $4::integer, $5), E'\x1d') as lists
), stock as (
  select s.name::json #>> '{}' as name, s.codes, s.modes, s.record, s.light_record, s.place
  from list,
    unnest(
      string_to_array(lists[1], E'\x1e'), string_to_array(lists[2], E'\x1e'),
      string_to_array(lists[3], E'\x1e'), string_to_array(lists[4], E'\x1e'),
      string_to_array(lists[5], E'\x1e')
    ) with ordinality as s (name, codes, modes, record, light_record, place)
), made as (
  insert into rolling_stock (
    name, locked, power_restriction_codes, electric_modes, record, light_record, collection_id
  )
  select stock.name, $2::boolean, array(select json_array_elements_text(stock.codes::json)),
    array(select json_array_elements_text(stock.modes::json)), stock.record, stock.light_record, home.id
  from home, stock
  order by stock.place
  returning id, name
), answer as (
  select array_agg(made.id order by stock.place) as rolling_stock_ids
  from made
  join stock using (name)
  having exists (select from home)
)
select * from answer where /* kept under the key */ true
