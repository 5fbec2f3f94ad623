-- one page of a timetable's trains as JSON texts, and their count; no row: no such timetable
select
  (select count(*) from train_schedule s where s.timetable_id = t.id) as count,
  coalesce((
    select array_agg(page.json order by page.id)
    from (
      select s.id, '{"id":' || s.id || ',"timetable_id":' || s.timetable_id || ',' || substr(s.record, 2) as json
      from train_schedule s
      where s.timetable_id = t.id
      order by s.id
      limit $2::bigint offset $3::bigint
    ) page
  ), '{}') as results
from timetable t
where t.id = $1::bigint
