-- the search environment, if there is one
select id, infra_id, timetable_id, electrical_profile_set_id, work_schedule_group_id,
  temporary_speed_limit_group_id,
  datetime_text(search_window_begin) as search_window_begin,
  datetime_text(search_window_end) as search_window_end
from search_environment
