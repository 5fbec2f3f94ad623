-- one page of a timetable's trains as JSON texts, their count and all their stocks' collections; no row: no such timetable
with page as materialized (
  select s.id, s.timetable_id, s.rolling_stock_name, s.record
  from train_schedule s
  where s.timetable_id = $1::bigint
  order by s.id
  limit $2::bigint offset $3::bigint
)
select
  (select count(*) from train_schedule s where s.timetable_id = t.id) as count,
  -- made of the page alone: what an offset leaves out would be put together too
  array(
    select '{"id":' || p.id || ',"timetable_id":' || p.timetable_id || ',' || substr(p.record, 2)
    from page p
    order by p.id
  ) as results,
  array(
    select distinct r.collection_id
    from page p
    join rolling_stock r on r.name = p.rolling_stock_name
  ) as collection_ids
from timetable t
where t.id = $1::bigint
