-- one page of timetables and their count; a page without rows is one row with a null id
select total.count, page.*
from (select count(*) from timetable) total
left join lateral (
  select t.id as timetable_id,
    (select count(*) from train_schedule s where s.timetable_id = t.id) as train_count
  from timetable t
  order by t.id
  limit $1::bigint offset $2::bigint
) page on true
order by page.timetable_id
