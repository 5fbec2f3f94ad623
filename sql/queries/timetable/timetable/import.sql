-- inserts train schedules and paced trains into timetable $1, by user $2, all or none; if it has no period, it gets $6
-- (null: none); no row: it has one meanwhile
with dated as (
  update timetable set
    period = $6::text,
    modified_by = $2::bigint,
    modified_at = now(),
    revision = revision + 1
  where id = $1::bigint and period is null and $6::text is not null
  returning id
),
answer as (
  select i.train_schedule_ids, i.paced_train_ids
  from (select where $6::text is null or exists (select from dated)) fitting,
  lateral import_trains(
    $1::bigint, $2::bigint,
    string_to_array(staged_text($3::bigint, $4::integer, $5), E'\x1d')
  ) i
)
select * from answer where /* kept under the key */ true
