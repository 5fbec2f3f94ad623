-- one page of a timetable's paced trains as JSON texts, their count and all their stocks' collections; no row: no such timetable
with page as materialized (
  select s.id, s.rolling_stock_names,
    '{"id":' || s.id || ',"timetable_id":' || s.timetable_id || ',' || substr(s.record, 2) as json
  from paced_train s
  where s.timetable_id = $1::bigint
  order by s.id
  limit $2::bigint offset $3::bigint
)
select
  (select count(*) from paced_train s where s.timetable_id = t.id) as count,
  array(select p.json from page p order by p.id) as results,
  array(
    select distinct r.collection_id
    from page p
    cross join unnest(p.rolling_stock_names) as named (name)
    join rolling_stock r on r.name = named.name
  ) as collection_ids
from timetable t
where t.id = $1::bigint
