-- puts train schedules and paced trains into a timetable, all or none
with answer as (
  select i.train_schedule_ids, i.paced_train_ids
  from import_trains(
    $1::bigint, $2::text[], $3::text[], string_to_array($4::text, E'\x1e'),
    string_to_array($5::text, E'\x1e'), string_to_array($6::text, E'\x1e'),
    string_to_array($7::text, E'\x1e')
  ) i
)
select * from answer where /* kept under the key */ true
