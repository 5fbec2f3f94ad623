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
  select coalesce(sum(report_count), 0) + (select count(*) from told) <= $10::bigint
    and (select count(*) from days) = cardinality($17::bigint[])
    and ($11::text is null or reports_version($1, $12, $13) = $11) as is_left
  from train_report_day
  where timetable_id = $1::bigint and date in (select date from told)
), news as materialized (
  -- one lookup each, whatever the planner knows of the table
  select t.*, known.id is null as is_new
  from told t
  cross join room
  left join lateral (
    select k.id, k.observed_at, k.at, k.source, k.until, k.percent
    from train_report k
    where k.timetable_id = $1::bigint
      and (k.date, k.train, k.stop, k.event, k.other, k.priority)
        = (t.date, t.train, t.stop, t.event, t.other, t.priority)
    limit 1
  ) known on true
  where room.is_left and (known.id is null
    or (t.observed_at, coalesce(t.at, '-infinity'), t.source,
        coalesce(t.until, 'infinity'), coalesce(t.percent, 0))
      > (known.observed_at, coalesce(known.at, '-infinity'), known.source,
        coalesce(known.until, 'infinity'), coalesce(known.percent, 0)))
), counted as (
  -- others that report of the same date wait here
  insert into train_report_day as known (timetable_id, date, change_count, report_count)
  select $1, n.date, 1, count(*) filter (where n.is_new) from news n
  group by n.date
  order by n.date
  on conflict on constraint train_report_day_key do update set
    change_count = known.change_count + 1,
    report_count = known.report_count + excluded.report_count
  returning id, date, change_count
), taken as (
  insert into train_report as known
    (timetable_id, date, train, stop, event, other, at, observed_at, source, priority, until,
     percent, day_id, change)
  select $1, n.date, n.train, n.stop, n.event, n.other, n.at, n.observed_at, n.source, n.priority,
    n.until, n.percent, c.id, c.change_count
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
), told_now as (
  -- with those of higher priorities that stood before
  select distinct on (date, train, stop, event, other, priority) *
  from (
    select t.*, true as is_taken from taken t
    union all
    select t.date, t.train, t.stop, t.event, t.other, k.priority, k.at, false
    from taken t
    cross join lateral (
      select h.priority, h.at
      from train_report h
      where h.timetable_id = $1::bigint
        and (h.date, h.train, h.stop, h.event, h.other) = (t.date, t.train, t.stop, t.event, t.other)
        and h.priority > t.priority
      offset 0
    ) k
  ) both_of
  order by date, train, stop, event, other, priority, is_taken desc
), ranked as (
  select is_taken, priority, max(priority) filter (where at is not null)
    over (partition by date, train, stop, event, other) as believed_priority
  from told_now
)
select (
  select count(*) from ranked
  where is_taken and priority >= coalesce(believed_priority, priority)
) as believed_count
from room where is_left
