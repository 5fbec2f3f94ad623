-- How often the reports of one date were changed, so that whoever keeps them reads only what is new. A lock of its row
-- keeps changes of one date in the order of their numbers.
create table train_report_day (
  id bigint generated always as identity constraint train_report_day_pkey primary key,
  timetable_id bigint not null
    constraint train_report_day_timetable_fkey references timetable (id) on delete cascade,
  date text not null,
  change_count bigint not null,
  -- of all priorities; no fewer than there are
  report_count bigint not null,
  -- at which of the changes reports were deleted last; 0: at none
  deleted_at bigint not null default 0,
  constraint train_report_day_key unique (timetable_id, date)
);
insert into train_report_day (timetable_id, date, change_count, report_count)
  select timetable_id, date, 1, count(*) from train_report group by timetable_id, date;
-- its date, and the change of that by which it was taken
alter table train_report add column day_id bigint;
alter table train_report add column change bigint not null default 1;
update train_report r set day_id = d.id from train_report_day d
  where d.timetable_id = r.timetable_id and d.date = r.date;
alter table train_report alter column day_id set not null;
-- not by timetable and date: it would be taken for a key of reports while a table is new to the planner
create index train_report_change_idx on train_report (day_id, change);
