-- replaces list $2 of timetable $1 ($6 null: any revision), by user $5; returns its revision and whether it was changed; no row: it does not exist
with changed as (
  update day_list set name = $3, dates = $4, revision = revision + 1
  where timetable_id = $1::bigint and code = $2 and ($6::bigint is null or revision = $6)
  returning timetable_id, revision
), told as (
  update timetable set modified_by = $5::bigint, modified_at = now(), revision = revision + 1
  where id in (select timetable_id from changed)
)
select true as is_changed, revision from changed
union all
select false, d.revision from day_list d
where d.timetable_id = $1 and d.code = $2 and not exists (select from changed)
