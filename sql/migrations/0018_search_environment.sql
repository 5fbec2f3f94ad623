-- What the page of short term requests works on: one network, one timetable, one window, for all users.
-- It can't outlive what it names: without one of these the page has nothing to ask for.

create table search_environment (
  id bigint default nextval('resource_id') constraint search_environment_pkey primary key,
  -- there is one record at most
  is_only boolean not null default true
    constraint search_environment_is_only_key unique
    constraint search_environment_is_only_check check (is_only),
  infra_id bigint not null
    constraint search_environment_infra_fkey references infra (id) on delete cascade,
  timetable_id bigint not null
    constraint search_environment_timetable_fkey references timetable (id) on delete cascade,
  electrical_profile_set_id bigint
    constraint search_environment_electrical_profile_set_fkey
      references electrical_profile_set (id) on delete cascade,
  work_schedule_group_id bigint
    constraint search_environment_work_schedule_group_fkey
      references work_schedule_group (id) on delete cascade,
  temporary_speed_limit_group_id bigint
    constraint search_environment_temporary_speed_limit_group_fkey
      references temporary_speed_limit_group (id) on delete cascade,
  search_window_begin timestamptz not null,
  search_window_end timestamptz not null
);
