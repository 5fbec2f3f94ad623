-- one page of the trains of kind $1 of timetable $2 as a text of JSON objects, null when it has more than $5 bytes, how many of its trains fit in them, the count of all, and all the page's stocks' collections; if ids $6 are given, these are the page, and it is told which of them are missing; no row: no such timetable
with page as materialized (
  select t.*,
    sum(octet_length(t.record)) over (order by t.id rows unbounded preceding) - octet_length(t.record) as bytes_before
  from trains() t
  where t.kind = $1 and t.id = any(coalesce($6::bigint[], array(
    -- only ids: an index has them, even of the trains that an offset skips
    select w.id
    from trains() w
    where w.kind = $1 and w.timetable_id = $2::bigint
    order by w.id
    limit $3::bigint offset $4::bigint
  )))
)
select
  -- each table counted separately: a count of the union would read every row
  case when $6::bigint[] is null then (
    (select count(*) from train_schedule s where $1 = 'train_schedule' and s.timetable_id = m.id)
    + (select count(*) from paced_train p where $1 = 'paced_train' and p.timetable_id = m.id)
  ) else cardinality($6::bigint[]) end as count,
  (select count(*) from page p where p.bytes_before < $5::bigint) as fitting_count,
  -- one text: the driver would parse every character of an array
  case when not exists (select from page p where p.bytes_before >= $5::bigint) then (
    select coalesce(string_agg(
      train_text(p.id, p.timetable_id, p.modified_by, u.name, p.modified_at, p.record), ','
      order by p.id
    ), '')
    from page p
    left join app_user u on u.id = p.modified_by
  ) end as results,
  array(
    select distinct r.collection_id
    from (select distinct unnest(p.rolling_stock_names) as name from page p) named
    join rolling_stock r on r.name = named.name
  ) as collection_ids,
  array(select unnest($6::bigint[]) except select p.id from page p) as missing_ids
from timetable m
where m.id = $2::bigint
