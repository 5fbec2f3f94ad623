-- How often the trains of a timetable were changed, by writer: equal texts mean equal trains.
create or replace function changes_of_trains(wanted_timetable_id bigint) returns text
language sql stable as $$
  select coalesce(string_agg(c.writer || ':' || c.change_count, ',' order by c.writer), '')
  from train_change c
  where c.timetable_id = wanted_timetable_id
$$;
