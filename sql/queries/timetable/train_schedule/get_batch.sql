-- train schedules $1 as one JSON text in the order of the ids, null above $2 bytes; how many there are, and what decides the rights on them
with found as materialized (
  select s.id, s.timetable_id, s.modified_by, u.name as author_name, s.modified_at, s.record,
    r.collection_id, wanted.n
  from unnest($1::bigint[]) with ordinality as wanted (id, n)
  join train_schedule s on s.id = wanted.id
  left join rolling_stock r on r.name = s.rolling_stock_name
  left join app_user u on u.id = s.modified_by
),
total as (
  select count(*) as count,
    coalesce(array_agg(distinct f.timetable_id), '{}') as timetable_ids,
    coalesce(array_agg(distinct f.collection_id) filter (where f.collection_id is not null), '{}') as collection_ids,
    coalesce(sum(octet_length(f.record)), 0)::bigint as bytes
  from found f
)
select total.*,
  case when total.bytes <= $2::bigint then (
    select '[' || coalesce(string_agg(
      train_text(f.id, f.timetable_id, f.modified_by, f.author_name, f.modified_at, f.record), ','
      order by f.n
    ), '') || ']'
    from found f
  ) end as json
from total
