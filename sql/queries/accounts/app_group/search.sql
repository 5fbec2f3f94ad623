-- one page of the groups whose name contains $1 (any case), by name, and their count
with found as materialized (
  select g.id, g.name from app_group g where strpos(lower(g.name), lower($1)) > 0
)
select total.count, page.*
from (select count(*) from found) total
left join lateral (
  select f.id, f.name from found f order by f.name collate "C", f.id
  limit $2::bigint offset $3::bigint
) page on true
order by page.name collate "C", page.id
