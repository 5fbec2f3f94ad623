-- replaces an unlocked rolling stock's form ($3 null: whatever its version); no row: it does not exist
with target as (
  select id, locked, version from rolling_stock where id = $1::bigint for update
), changed as (
  update rolling_stock s set
    name = $2,
    version = s.version + case when s.record is distinct from $6 then 1 else 0 end,
    locked = coalesce($8::boolean, s.locked),
    power_restriction_codes = $4::text[],
    electric_modes = $5::text[],
    record = $6,
    light_record = $7
  from target
  where s.id = target.id and not target.locked
    and ($3::bigint is null or target.version = $3)
  returning s.*
)
select target.locked as was_locked, target.version as old_version, changed.json, changed.version
from target
left join (
  select id, version, '{"id":' || id || ',"version":' || version || ',"locked":' || locked || ',' || substr(left(record, -1), 2) || ',"liveries":[]}' as json
  from changed
) changed on changed.id = target.id
