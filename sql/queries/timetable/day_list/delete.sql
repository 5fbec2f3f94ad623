-- deletes list $2 of timetable $1 by user $3, unless trains name it; returns by how many it is named; no row: it does not exist
with named as materialized (
  select count(*) as use_count
  from (
    select s.days::jsonb as days from train_schedule s where s.timetable_id = $1::bigint and s.days is not null
    union all
    select p.days::jsonb from paced_train p where p.timetable_id = $1 and p.days is not null
  ) t
  where t.days -> 'except' ? $2 or t.days -> 'also' ? $2
), found as materialized (
  select d.timetable_id from day_list d where d.timetable_id = $1 and d.code = $2
), deleted as (
  delete from day_list d using named n
  where d.timetable_id = $1 and d.code = $2 and n.use_count = 0
  returning d.timetable_id
), told as (
  update timetable set modified_by = $3::bigint, modified_at = now(), revision = revision + 1
  where id in (select timetable_id from deleted)
)
select n.use_count from named n, found
