-- How far the wall clock has run on an opened day: what is due by then and was not reported has not happened. A table of
-- its own, because its changes are no events. A day without a row has not been live.
create table operation_clock (
  operation_id bigint constraint operation_clock_pkey primary key
    constraint operation_clock_operation_fkey references operation (id) on delete cascade,
  as_of timestamptz not null
);

-- it has one more parameter
drop function if exists delete_timetable(bigint, bigint, boolean);
