-- trains of change $2 of timetable $1, as a JSON text: each as it was before and after, at most $3 of them, and train $5 whatever its place (null: none), null beyond $4 bytes of records; and the collections of the stocks that it shows; no row: there is no such change
with train as materialized (
  select h.kind, t.n, t.train_id, t.record as before,
    case when h.act <> 'deleted' then coalesce(next.record, s.record, d.record) end as after
  from train_history h
  cross join lateral unnest(h.train_ids, h.records) with ordinality as t (train_id, record, n)
  left join lateral (
    select l.records[array_position(l.train_ids, t.train_id)] as record
    from train_history l
    where l.timetable_id = h.timetable_id and l.id > h.id and l.train_ids @> array[t.train_id]
    order by l.id
    limit 1
  ) next on true
  left join train_schedule s on s.id = t.train_id
  left join paced_train d on d.id = t.train_id
  where h.id = $2::bigint and h.timetable_id = $1::bigint
    and (t.n <= $3::bigint or t.train_id = $5::bigint)
)
select
  case when size.bytes <= $4::bigint then (
    select '{"trains":[' || string_agg(
      '{"kind":"' || kind || '","id":' || train_id
        || ',"before":' || coalesce(before, 'null') || ',"after":' || coalesce(after, 'null') || '}',
      ',' order by n
    ) || ']}'
    from train
  ) end as json,
  size.bytes,
  (
    select stock_collections(array_agg(r)) from (
      select before as r from train union all select after from train
    ) shown where r is not null
  ) as collection_ids
from (
  select count(*) as count,
    coalesce(sum(coalesce(octet_length(before), 0) + coalesce(octet_length(after), 0)), 0)::bigint as bytes
  from train
) size
where size.count > 0
