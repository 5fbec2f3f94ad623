-- one page of the groups by id and their count; a page without rows is one row with a null id
select total.count, page.*
from (select count(*) from work_schedule_group) total
left join lateral (
  select g.id as work_schedule_group_id, g.name as work_schedule_group_name
  from work_schedule_group g
  order by g.id
  limit $1::bigint offset $2::bigint
) page on true
order by page.work_schedule_group_id
