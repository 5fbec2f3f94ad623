-- one page of the changes of trains of timetable $1, the last first, only of train $2 (null: all): each with its trains, at most $3, and the collections of their stocks; an empty page is one row with a null id
with seen as materialized (
  select h.id
  from train_history h
  where h.timetable_id = $1::bigint
    and ($2::bigint is null or h.train_ids @> array[$2::bigint])
), page as materialized (
  select h.*
  from train_history h
  where h.id in (select s.id from seen s order by s.id desc limit $4::bigint offset $5::bigint)
), train as materialized (
  select p.id, t.train_id, t.n, coalesce(t.record, s.record, d.record) as record
  from page p
  cross join lateral unnest(p.train_ids, p.records) with ordinality as t (train_id, record, n)
  left join train_schedule s on s.id = t.train_id
  left join paced_train d on d.id = t.train_id
  where t.n <= $3::bigint or t.train_id = $2
)
select total.count, p.id, p.kind, p.act, cardinality(p.train_ids) as train_count,
  (
    select json_agg(json_build_object(
      'id', t.train_id, 'train_name', t.record::json -> 'train_name'
    ) order by t.n)::text
    from train t where t.id = p.id
  ) as trains,
  p.author_id, u.name as author_name, datetime_text(p.at) as modified_at,
  (select stock_collections(array_agg(t.record)) from train t where t.id = p.id) as collection_ids
from (select count(*) from seen) total
left join page p on true
left join app_user u on u.id = p.author_id
order by p.id desc
