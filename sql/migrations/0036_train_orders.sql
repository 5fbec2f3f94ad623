-- A decision may name another train that goes first: there is one of each pair. Empty: it names none.
alter table train_report add column other text not null default '';
alter table train_report drop constraint train_report_key;
alter table train_report
  add constraint train_report_key unique (timetable_id, date, train, stop, event, other);
