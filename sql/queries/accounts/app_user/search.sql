-- one page of the users whose name contains $1 (any case), by name, and their count
with found as materialized (
  select u.id, u.name from app_user u where strpos(lower(u.name), lower($1)) > 0
)
select total.count, page.*
from (select count(*) from found) total
left join lateral (
  select f.id, f.name from found f order by f.name collate "C", f.id
  limit $2::bigint offset $3::bigint
) page on true
order by page.name collate "C", page.id
