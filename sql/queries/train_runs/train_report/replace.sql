-- takes reports on timetable $1, each at one place of $2 to $9 and $14 to $16, if none of its priority is newer; returns how many are believed; no row: there is no room, its dates would have more than $10, or what is believed of days from $12 to $13 has another version than $11 (null: any), or one of the opened days $17 is not at its plan of $18 any more
with days as materialized (
  -- a refresh renames trains: it comes before or behind
  select o.id
  from operation o
  where o.id = any($17::bigint[]) and o.plan = ($18::integer[])[array_position($17::bigint[], o.id)]
  order by o.id
  for share
), told as (
  select distinct on (r.date, r.train, r.stop, r.event, r.other, r.priority) r.date, r.train,
    r.stop, r.event, r.other, r.priority, r.at::timestamptz as at,
    r.observed_at::timestamptz as observed_at, r.source, r.until::timestamptz as until, r.percent
  from unnest(
    $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[],
    $14::smallint[], $15::text[], $16::smallint[]
  ) as r (date, train, stop, event, other, at, observed_at, source, priority, until, percent)
  order by r.date, r.train, r.stop, r.event, r.other, r.priority, r.observed_at::timestamptz desc,
    coalesce(r.at::timestamptz, '-infinity') desc, r.source desc,
    coalesce(r.until::timestamptz, 'infinity') desc, coalesce(r.percent, 0) desc
), room as materialized (
  select count(*) + (select count(*) from told) <= $10::bigint
    and (select count(*) from days) = cardinality($17::bigint[])
    and ($11::text is null or reports_version($1, $12, $13) = $11) as is_left
  from train_report
  where timetable_id = $1::bigint and date in (select date from told)
), news as materialized (
  select t.*
  from told t
  cross join room
  left join train_report known on known.timetable_id = $1::bigint
    and (known.date, known.train, known.stop, known.event, known.other, known.priority)
      = (t.date, t.train, t.stop, t.event, t.other, t.priority)
  where room.is_left and (known.id is null
    or (t.observed_at, coalesce(t.at, '-infinity'), t.source,
        coalesce(t.until, 'infinity'), coalesce(t.percent, 0))
      > (known.observed_at, coalesce(known.at, '-infinity'), known.source,
        coalesce(known.until, 'infinity'), coalesce(known.percent, 0)))
), counted as (
  -- others that report of the same date wait here
  insert into train_report_day as known (timetable_id, date, change_count)
  select $1, n.date, 1 from (select distinct date from news) n
  order by n.date
  on conflict on constraint train_report_day_pkey do update
    set change_count = known.change_count + 1
  returning date, change_count
), taken as (
  insert into train_report as known
    (timetable_id, date, train, stop, event, other, at, observed_at, source, priority, until,
     percent, change)
  select $1, n.date, n.train, n.stop, n.event, n.other, n.at, n.observed_at, n.source, n.priority,
    n.until, n.percent, c.change_count
  from news n
  join counted c on c.date = n.date
  on conflict on constraint train_report_key do update set
    at = excluded.at, observed_at = excluded.observed_at, source = excluded.source,
    until = excluded.until, percent = excluded.percent, change = excluded.change
  where (excluded.observed_at, coalesce(excluded.at, '-infinity'), excluded.source,
      coalesce(excluded.until, 'infinity'), coalesce(excluded.percent, 0))
    > (known.observed_at, coalesce(known.at, '-infinity'), known.source,
      coalesce(known.until, 'infinity'), coalesce(known.percent, 0))
  returning date, train, stop, event, other, priority, at
), higher as (
  -- of those that stood before, as they are now
  select k.date, k.train, k.stop, k.event, k.other, k.priority
  from train_report k
  where k.timetable_id = $1::bigint and k.date in (select date from taken) and k.priority > 0
    and k.at is not null
    and not exists (
      select 1 from taken t
      where (t.date, t.train, t.stop, t.event, t.other, t.priority)
        = (k.date, k.train, k.stop, k.event, k.other, k.priority)
    )
  union all
  select date, train, stop, event, other, priority from taken where at is not null and priority > 0
)
select (
  select count(*) from taken t
  where not exists (
    select 1 from higher h
    where (h.date, h.train, h.stop, h.event, h.other) = (t.date, t.train, t.stop, t.event, t.other)
      and h.priority > t.priority
  )
) as believed_count
from room where is_left
