-- Nothing changes or deletes a record of somebody else unnoticed: what scenarios and the search environment name
-- stays until a function that has asked for the rights on them changes them as well.
alter table scenario drop constraint scenario_electrical_profile_set_fkey;
alter table scenario add constraint scenario_electrical_profile_set_fkey
  foreign key (electrical_profile_set_id) references electrical_profile_set (id);

alter table search_environment
  drop constraint search_environment_infra_fkey,
  drop constraint search_environment_timetable_fkey,
  drop constraint search_environment_electrical_profile_set_fkey,
  drop constraint search_environment_work_schedule_group_fkey,
  drop constraint search_environment_temporary_speed_limit_group_fkey;
alter table search_environment
  add constraint search_environment_infra_fkey foreign key (infra_id) references infra (id),
  add constraint search_environment_timetable_fkey
    foreign key (timetable_id) references timetable (id),
  add constraint search_environment_electrical_profile_set_fkey
    foreign key (electrical_profile_set_id) references electrical_profile_set (id),
  add constraint search_environment_work_schedule_group_fkey
    foreign key (work_schedule_group_id) references work_schedule_group (id),
  add constraint search_environment_temporary_speed_limit_group_fkey
    foreign key (temporary_speed_limit_group_id) references temporary_speed_limit_group (id);

drop function if exists delete_sub_category(text);
drop function if exists delete_infra(bigint, bigint);
drop function if exists delete_timetable(bigint, bigint);

-- Since when somebody has a right, for the replay of events; of a grant it is `granted_at`. Of those that are
-- there already it is not known.
alter table membership add column since timestamptz not null default now();
alter table subject_role add column since timestamptz not null default now();
