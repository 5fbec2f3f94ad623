-- puts train schedules and paced trains into a timetable, all or none
with answer as (
  select i.train_schedule_ids, i.paced_train_ids
  from import_trains(
    $1::bigint, string_to_array(staged_text($2::bigint, $3::integer, $4), E'\x1d')
  ) i
)
select * from answer where /* kept under the key */ true
