-- inserts train schedules and paced trains into timetable $1, by user $2, all or none
with answer as (
  select i.train_schedule_ids, i.paced_train_ids
  from import_trains(
    $1::bigint, $2::bigint,
    string_to_array(staged_text($3::bigint, $4::integer, $5), E'\x1d')
  ) i
)
select * from answer where /* kept under the key */ true
