-- names what is believed of trains of a timetable with operating days from first_day to last_day: equal as long as nothing of it changes
create or replace function reports_version(wanted_timetable_id bigint, first_day text, last_day text)
returns text
language sql stable as $$
  select coalesce(string_agg(d.date || ':' || d.change_count, ',' order by d.date), '')
  from train_report_day d
  where d.timetable_id = wanted_timetable_id and d.date between first_day and last_day
$$;
