-- Timetables and their train schedules.
--
-- A train schedule is stored as the JSON text that clients get, without id and timetable_id: reads
-- pass it through unparsed. It holds every input of its path and simulation and never their results.
-- rolling_stock_name is repeated as a column because other resources ask who uses a stock.

create table timetable (
  id bigint default nextval('resource_id') constraint timetable_pkey primary key
);

create table train_schedule (
  id bigint default nextval('resource_id') constraint train_schedule_pkey primary key,
  timetable_id bigint not null
    constraint train_schedule_timetable_fkey references timetable (id) on delete cascade,
  -- raised by each change, for ETag and If-Match
  revision bigint not null default 1,
  rolling_stock_name text not null,
  record text not null
);
-- lists are ordered by id within a timetable
create index train_schedule_timetable_id_idx on train_schedule (timetable_id, id);
