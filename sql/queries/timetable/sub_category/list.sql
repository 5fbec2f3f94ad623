-- one page of the sub-categories by code and their count; a page without rows is one row with a null code
select total.count, page.*
from (select count(*) from sub_category) total
left join lateral (
  select s.code, s.name, s.main_category, s.color
  from sub_category s
  order by s.code collate "C"
  limit $1::bigint offset $2::bigint
) page on true
order by page.code collate "C"
