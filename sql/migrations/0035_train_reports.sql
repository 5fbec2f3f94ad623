-- What is reported of running trains, and decided about them: of each train, stop and kind the newest by its own time.
-- A train is named as answers name it. Reports go with their timetable.
create table train_report (
  id bigint generated always as identity constraint train_report_pkey primary key,
  timetable_id bigint not null
    constraint train_report_timetable_fkey references timetable (id) on delete cascade,
  -- operating day of the train; empty: the timetable has no period
  date text not null,
  -- JSON text
  train text not null,
  -- id of the waypoint; empty: of the whole train
  stop text not null,
  event text not null,
  -- null: withdrawn
  at timestamptz,
  observed_at timestamptz not null,
  source text not null,
  constraint train_report_key unique (timetable_id, date, train, stop, event)
);
