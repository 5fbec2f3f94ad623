-- one page of a timetable's trains as JSON texts, their count and stocks' collections; no row: no such timetable
select total.count,
  coalesce(array_agg(page.json order by page.id) filter (where page.id is not null), '{}') as results,
  coalesce(array_agg(distinct page.collection_id) filter (where page.collection_id is not null), '{}') as collection_ids
from (
  select t.id, (select count(*) from train_schedule s where s.timetable_id = t.id) as count
  from timetable t
  where t.id = $1::bigint
) total
left join lateral (
  select s.id, r.collection_id, '{"id":' || s.id || ',"timetable_id":' || s.timetable_id || ',' || substr(s.record, 2) as json
  from train_schedule s
  left join rolling_stock r on r.name = s.rolling_stock_name
  where s.timetable_id = total.id
  order by s.id
  limit $2::bigint offset $3::bigint
) page on true
group by total.id, total.count
