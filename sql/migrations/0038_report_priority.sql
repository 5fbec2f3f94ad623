-- Of each priority of source the newest report is kept, so that a lower one is believed again where a higher one is withdrawn.
alter table train_report add column priority smallint not null default 0;
alter table train_report drop constraint train_report_key;
alter table train_report
  add constraint train_report_key
  unique (timetable_id, date, train, stop, event, other, priority);
