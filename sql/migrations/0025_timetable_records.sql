-- The trigger function of trains serves all records of timetables. Renamed and not made anew, so that its triggers
-- work until they are made again; a new database does not have it yet.
do $$
begin
  if to_regprocedure('note_trains()') is not null then
    alter function note_trains() rename to note_timetable_records;
  end if;
end
$$;
