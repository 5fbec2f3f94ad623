-- deletes an unlocked rolling stock; no row: it does not exist
with target as (
  select id, locked from rolling_stock where id = $1::bigint for update
), gone as (
  delete from rolling_stock s using target
  where s.id = target.id and not target.locked
)
select locked from target
