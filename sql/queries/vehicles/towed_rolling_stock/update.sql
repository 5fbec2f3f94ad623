-- replaces an unlocked towed rolling stock's form ($2 null: any version); no row: it does not exist
with was as (
  -- locked first, so that the outcome depends on the newest row and not on the statement's snapshot
  select id, version, locked from towed_rolling_stock where id = $1::bigint for no key update
), changed as (
  update towed_rolling_stock s set
    name = $3,
    version = was.version + case when s.record is distinct from $5 then 1 else 0 end,
    locked = coalesce($4::boolean, was.locked),
    record = $5
  from was
  where s.id = was.id and not was.locked and ($2::bigint is null or was.version = $2)
  returning s.version, towed_rolling_stock_answer(s) as json
)
select 'changed' as outcome, version, json from changed
union all
select case when was.locked then 'locked' else 'stale' end, was.version, null
from was
where not exists (select from changed)
