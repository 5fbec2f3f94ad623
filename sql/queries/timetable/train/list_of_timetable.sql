-- one page of the trains of kind $1 of timetable $2 as JSON texts, their count and all their stocks' collections; no row: no such timetable
with page as materialized (
  select t.id, t.rolling_stock_names,
    '{"id":' || t.id || ',"timetable_id":' || t.timetable_id || ',' || substr(t.record, 2) as json
  from trains() t
  where t.kind = $1 and t.timetable_id = $2::bigint
  order by t.id
  limit $3::bigint offset $4::bigint
)
select
  (select count(*) from trains() t where t.kind = $1 and t.timetable_id = m.id) as count,
  array(select p.json from page p order by p.id) as results,
  array(
    select distinct r.collection_id
    from page p
    cross join unnest(p.rolling_stock_names) as named (name)
    join rolling_stock r on r.name = named.name
  ) as collection_ids
from timetable m
where m.id = $2::bigint
