-- one page of the timetables that viewer $1 may see (null: all) and their count; a page without rows is one row with a null id
with visible as materialized (
  select t.id, t.name, t.period
  from timetable t
  where $1::bigint is null or t.id in (select id from visible_resources('timetable', $1::bigint))
)
select total.count, page.*
from (select count(*) from visible) total
left join lateral (
  select listed.id as timetable_id, listed.name, listed.period,
    (select count(*) from train_schedule s where s.timetable_id = listed.id)
      + (select count(*) from paced_train p where p.timetable_id = listed.id) as train_count,
    c.author_id, u.name as author_name, datetime_text(c.at) as modified_at
  from (select v.id, v.name, v.period from visible v order by v.id limit $2::bigint offset $3::bigint) listed
  cross join lateral timetable_change(listed.id) c
  left join app_user u on u.id = c.author_id
) page on true
order by page.timetable_id
