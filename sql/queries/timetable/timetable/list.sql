-- one page of the timetables that viewer $1 may see (null: all) and their count; a page without rows is one row with a null id
with visible as materialized (
  select t.id
  from timetable t
  where $1::bigint is null or t.id in (select id from visible_resources('timetable', $1::bigint))
)
select total.count, page.*
from (select count(*) from visible) total
left join lateral (
  select v.id as timetable_id,
    (select count(*) from train_schedule s where s.timetable_id = v.id)
      + (select count(*) from paced_train p where p.timetable_id = v.id) as train_count
  from visible v
  order by v.id
  limit $2::bigint offset $3::bigint
) page on true
order by page.timetable_id
