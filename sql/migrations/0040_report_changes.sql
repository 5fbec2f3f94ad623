-- How often the reports of one date were changed, so that whoever keeps them reads only what is new. A lock of its row
-- keeps changes of one date in the order of their numbers.
create table train_report_day (
  timetable_id bigint not null
    constraint train_report_day_timetable_fkey references timetable (id) on delete cascade,
  date text not null,
  change_count bigint not null,
  -- at which of the changes reports were deleted last; 0: at none
  deleted_at bigint not null default 0,
  constraint train_report_day_pkey primary key (timetable_id, date)
);
insert into train_report_day (timetable_id, date, change_count)
  select distinct timetable_id, date, 1 from train_report;
-- the change of its date by which it was taken
alter table train_report add column change bigint not null default 1;
create index train_report_change_idx on train_report (timetable_id, date, change);
