-- opens day $2 of timetable $1 on infrastructure $3 with its trains ($9, $10: kinds and ids), stocks ($11) and runs
-- ($12 to $15); no row: the content $6 or the trains $7 are not the newest any more
with planned as materialized (
  select i.id, i.content_id, t.period
  from infra i
  join timetable t on t.id = $1::bigint
  where i.id = $3::bigint and i.content_id = $6::bigint and changes_of_trains(t.id) = $7
  -- an edit would free the content
  for share of i
), made as (
  insert into operation (
    timetable_id, date, infra_id, content_id, electrical_profile_set_id,
    temporary_speed_limit_group_id, train_changes, period, lists, begins_at, ends_at, opened_by
  )
  select $1::bigint, $2, p.id, p.content_id, $4::bigint, $5::bigint, $7, p.period,
    day_lists($1::bigint), to_timestamp($16::float8 / 1000), to_timestamp($17::float8 / 1000), $8::bigint
  from planned p
  returning id, timetable_id, plan, begins_at, ends_at
), clock as (
  -- as a tick would move it
  insert into operation_clock (operation_id, as_of)
  select m.id, date_bin('15 seconds', now(), '2000-01-01Z')
  from made m
  where now() between m.begins_at and m.ends_at
), trains as (
  insert into operation_train (operation_id, plan, kind, id, rolling_stock_names, record)
  select m.id, m.plan, t.kind, t.id, t.rolling_stock_names, t.record
  from made m
  join trains() t on t.timetable_id = m.timetable_id
  where (t.kind, t.id) in (select * from unnest($9::text[], $10::bigint[]))
), stocks as (
  insert into operation_stock (operation_id, plan, name, stock_id, collection_id, record)
  select m.id, m.plan, s.name, s.id, s.collection_id, s.record
  from made m
  join rolling_stock s on s.name = any($11::text[])
), runs as (
  insert into operation_run (operation_id, plan, run, train, name, starts_at, form, is_gone)
  select m.id, m.plan, r.run, r.train, r.name, to_timestamp(r.start_ms / 1000), r.form, false
  from made m
  cross join unnest($12::text[], $13::text[], $14::float8[], $15::text[])
    with ordinality as r (train, name, start_ms, form, run)
), answer as (
  select id from made
)
select * from answer where /* kept under the key */ true
