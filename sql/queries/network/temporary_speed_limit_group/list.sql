-- one page of the groups by id and their count; a page without rows is one row with a null id
select total.count, page.*
from (select count(*) from temporary_speed_limit_group) total
left join lateral (
  select g.id as group_id, g.name as speed_limit_group_name
  from temporary_speed_limit_group g
  order by g.id
  limit $1::bigint offset $2::bigint
) page on true
order by page.group_id
