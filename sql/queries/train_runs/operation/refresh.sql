-- puts opened day $1 from plan $2 onto the next one, of trains ($5, $6: kinds and ids), stocks ($7) and runs ($8 to
-- $13), and renames trains in its reports from $16 to $17; no row: the plan, the content $3 or the trains $4 are not the newest any more
with planned as materialized (
  select o.id, o.plan + 1 as plan, i.content_id, t.id as timetable_id, t.period
  from operation o
  join infra i on i.id = o.infra_id
  join timetable t on t.id = o.timetable_id
  where o.id = $1::bigint and o.plan = $2 and i.content_id = $3::bigint
    and changes_of_trains(t.id) = $4
  -- an edit would free the content
  for no key update of o for share of i
), taken as (
  update operation o set
    plan = p.plan,
    content_id = p.content_id,
    train_changes = $4,
    period = p.period,
    lists = day_lists(p.timetable_id),
    begins_at = to_timestamp($14::float8 / 1000),
    ends_at = to_timestamp($15::float8 / 1000),
    planned_at = now()
  from planned p
  where o.id = p.id
  returning o.id, o.plan, o.timetable_id, o.date
), old_trains as (
  delete from operation_train d using taken t where d.operation_id = t.id and d.plan < t.plan
), old_stocks as (
  delete from operation_stock d using taken t where d.operation_id = t.id and d.plan < t.plan
), old_runs as (
  delete from operation_run d using taken t where d.operation_id = t.id and d.plan < t.plan
), trains as (
  insert into operation_train (operation_id, plan, kind, id, rolling_stock_names, record)
  select d.id, d.plan, t.kind, t.id, t.rolling_stock_names, t.record
  from taken d
  join trains() t on t.timetable_id = d.timetable_id
  where (t.kind, t.id) in (select * from unnest($5::text[], $6::bigint[]))
), stocks as (
  insert into operation_stock (operation_id, plan, name, stock_id, collection_id, record)
  select d.id, d.plan, s.name, s.id, s.collection_id, s.record
  from taken d
  join rolling_stock s on s.name = any($7::text[])
), runs as (
  insert into operation_run (operation_id, plan, run, train, name, starts_at, form, is_gone)
  select d.id, d.plan, r.run, r.train, r.name, to_timestamp(r.start_ms / 1000), r.form, r.is_gone
  from taken d
  cross join unnest($8::integer[], $9::text[], $10::text[], $11::float8[], $12::text[], $13::boolean[])
    as r (run, train, name, start_ms, form, is_gone)
)
select rename_reported(t.timetable_id, t.date, $16, $17)
from taken t
