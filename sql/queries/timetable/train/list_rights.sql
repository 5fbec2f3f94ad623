-- the timetables of the given trains $2 of kind $1, and the collections of their rolling stocks
with named as materialized (
  select t.timetable_id, t.rolling_stock_names from trains() t
  where t.kind = $1 and t.id = any($2::bigint[])
)
select
  array(select distinct n.timetable_id from named n) as timetable_ids,
  array(
    select distinct r.collection_id from rolling_stock r
    where r.name in (select unnest(n.rolling_stock_names) from named n)
  ) as collection_ids
