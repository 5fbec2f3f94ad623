-- one page of the trains of kind $1 of timetable $2 as JSON texts, their count and all their stocks' collections; no row: no such timetable
with page as materialized (
  select t.id, t.timetable_id, t.rolling_stock_names, t.record
  from trains() t
  where t.kind = $1 and t.timetable_id = $2::bigint
  order by t.id
  limit $3::bigint offset $4::bigint
)
select
  (select count(*) from trains() t where t.kind = $1 and t.timetable_id = m.id) as count,
  -- made of the page alone: what an offset leaves out would be put together too
  array(
    select '{"id":' || p.id || ',"timetable_id":' || p.timetable_id || ',' || substr(p.record, 2)
    from page p
    order by p.id
  ) as results,
  array(
    select distinct r.collection_id
    from page p
    cross join unnest(p.rolling_stock_names) as named (name)
    join rolling_stock r on r.name = named.name
  ) as collection_ids
from timetable m
where m.id = $2::bigint
