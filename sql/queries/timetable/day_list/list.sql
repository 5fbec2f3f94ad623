-- one page of the lists of days of timetable $1 by code and their count; a page without rows is one row with a null code
select total.count, page.*
from (select count(*) from day_list where timetable_id = $1::bigint) total
left join lateral (
  select d.code, d.name, d.dates
  from day_list d
  where d.timetable_id = $1::bigint
  order by d.code collate "C"
  limit $2::bigint offset $3::bigint
) page on true
order by page.code collate "C"
