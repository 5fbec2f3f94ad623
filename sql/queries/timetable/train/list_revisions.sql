-- the trains of timetable $1 in parts by kind and id: the digest of each part's ids and revisions and, unless it is among the known ones $2, the ids and revisions; an empty timetable has one row without a part, no row: no such timetable
with train as materialized (
  select 'train_schedule' as kind, s.id & 63 as part, s.id, s.revision
  from train_schedule s
  where s.timetable_id = $1::bigint
  union all
  select 'paced_train', p.id & 63, p.id, p.revision
  from paced_train p
  where p.timetable_id = $1::bigint
),
digested as (
  select t.kind, t.part,
    -- a hash per train, so that equal digests mean equal parts
    t.kind || ' ' || t.part || ' ' || count(*) || ' ' || bit_xor(hashint8extended(t.id, t.revision))
      || ' ' || bit_xor(hashint8extended(t.revision, t.id)) as digest
  from train t
  group by t.kind, t.part
),
changed as (
  select t.kind, t.part, string_agg(t.id || ' ' || t.revision, ',') as trains
  from train t
  join digested d on d.kind = t.kind and d.part = t.part and d.digest <> all($2::text[])
  group by t.kind, t.part
)
select d.kind, d.part, d.digest, c.trains
from timetable m
left join digested d on true
left join changed c on c.kind = d.kind and c.part = d.part
where m.id = $1
