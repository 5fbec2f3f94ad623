-- one page of the opened days of timetable $1, and the count; a page without rows is one row with a null id
select total.count, page.*
from (select count(*) from operation where timetable_id = $1::bigint) total
left join lateral (
  select * from open_days() o
  where o.timetable_id = $1::bigint
  order by o.id
  limit $2::bigint offset $3::bigint
) page on true
order by page.id
