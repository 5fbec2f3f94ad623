-- gives timetable $1 a list of days, by user $5; no row: there is no such timetable, or it has $6 lists already
with changed as (
  update timetable set modified_by = $5::bigint, modified_at = now(), revision = revision + 1
  where id = $1::bigint and (select count(*) from day_list where timetable_id = $1) < $6::bigint
  returning id
), answer as (
  insert into day_list (timetable_id, code, name, dates)
  select id, $2, $3, $4 from changed
  returning revision
)
select * from answer where /* kept under the key */ true
