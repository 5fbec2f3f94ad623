-- On which days trains run: a period of the timetable, its lists of days, and of each train what its planner wrote. All
-- are optional. Which dates follow from them is never stored, so nothing has to be made anew when a period or a list
-- changes.
alter table timetable
  -- JSON text; null: its trains run on the dates of their starts alone
  add column period text,
  -- counts changes of name, period and lists
  add column revision bigint not null default 1;

create table day_list (
  timetable_id bigint not null,
  code text not null,
  name text not null,
  -- JSON text, in order
  dates text not null,
  revision bigint not null default 1,
  constraint day_list_pkey primary key (timetable_id, code),
  constraint day_list_timetable_fkey foreign key (timetable_id) references timetable (id) on delete cascade
);

-- As in the record: JSON text; null: none.
alter table train_schedule add column days text;
alter table paced_train add column days text;
