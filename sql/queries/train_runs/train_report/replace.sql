-- takes reports on timetable $1, each at one place of $2 to $9, if none is newer; returns how many are believed; no row: there is no room, its dates would have more than $10, or what is believed of days from $12 to $13 has another version than $11 (null: any)
with told as (
  select distinct on (r.date, r.train, r.stop, r.event, r.other) r.date, r.train, r.stop, r.event,
    r.other, r.at::timestamptz as at, r.observed_at::timestamptz as observed_at, r.source
  from unnest(
    $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[]
  ) as r (date, train, stop, event, other, at, observed_at, source)
  order by r.date, r.train, r.stop, r.event, r.other, r.observed_at::timestamptz desc,
    coalesce(r.at::timestamptz, '-infinity') desc, r.source desc
), room as materialized (
  select count(*) + (select count(*) from told) <= $10::bigint
    and ($11::text is null or reports_version($1, $12, $13) = $11) as is_left
  from train_report
  where timetable_id = $1::bigint and date in (select date from told)
), taken as (
  insert into train_report as known
    (timetable_id, date, train, stop, event, other, at, observed_at, source)
  select $1, t.date, t.train, t.stop, t.event, t.other, t.at, t.observed_at, t.source
  from told t, room where room.is_left
  on conflict on constraint train_report_key do update set
    at = excluded.at, observed_at = excluded.observed_at, source = excluded.source
  where (excluded.observed_at, coalesce(excluded.at, '-infinity'), excluded.source)
    > (known.observed_at, coalesce(known.at, '-infinity'), known.source)
  returning 1
)
select (select count(*) from taken) as believed_count from room where is_left
