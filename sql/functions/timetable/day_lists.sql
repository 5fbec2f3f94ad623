-- The lists of days of a timetable, by code, as a JSON text.
create or replace function day_lists(wanted_timetable_id bigint) returns text
language sql stable as $$
  select coalesce('[' || string_agg(
    '{"code":' || to_json(d.code) || ',"dates":' || d.dates || '}', ',' order by d.code collate "C"
  ) || ']', '[]')
  from day_list d
  where d.timetable_id = wanted_timetable_id
$$;
