-- one page of the trains of kind $1 of timetable $2 as JSON texts, their count and all their stocks' collections; no row: no such timetable
with page as materialized (
  select t.*
  from trains() t
  where t.kind = $1 and t.id = any(array(
    -- ids alone: an index has them, also of the trains that an offset leaves out
    select w.id
    from trains() w
    where w.kind = $1 and w.timetable_id = $2::bigint
    order by w.id
    limit $3::bigint offset $4::bigint
  ))
)
select
  -- each table counted by itself: a count of the union would read every row
  (select count(*) from train_schedule s where $1 = 'train_schedule' and s.timetable_id = m.id)
    + (select count(*) from paced_train p where $1 = 'paced_train' and p.timetable_id = m.id)
    as count,
  array(
    select '{"id":' || p.id || ',"timetable_id":' || p.timetable_id || ',' || substr(p.record, 2)
    from page p
    order by p.id
  ) as results,
  array(
    select distinct r.collection_id
    from (select distinct unnest(p.rolling_stock_names) as name from page p) named
    join rolling_stock r on r.name = named.name
  ) as collection_ids
from timetable m
where m.id = $2::bigint
