-- makes the search environment, replacing the existing one
with answer as (
  insert into search_environment (
    infra_id, timetable_id, electrical_profile_set_id, work_schedule_group_id,
    temporary_speed_limit_group_id, search_window_begin, search_window_end
  )
  values ($1, $2, $3, $4, $5, $6::text::timestamptz, $7::text::timestamptz)
  on conflict (is_only) do update set
    id = excluded.id,
    infra_id = excluded.infra_id,
    timetable_id = excluded.timetable_id,
    electrical_profile_set_id = excluded.electrical_profile_set_id,
    work_schedule_group_id = excluded.work_schedule_group_id,
    temporary_speed_limit_group_id = excluded.temporary_speed_limit_group_id,
    search_window_begin = excluded.search_window_begin,
    search_window_end = excluded.search_window_end
  returning id, infra_id, timetable_id, electrical_profile_set_id, work_schedule_group_id,
    temporary_speed_limit_group_id,
    datetime_text(search_window_begin) as search_window_begin,
    datetime_text(search_window_end) as search_window_end
)
select * from answer where /* kept under the key */ true
