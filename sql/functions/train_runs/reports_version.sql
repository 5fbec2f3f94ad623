-- names what is believed of trains of a timetable with operating days from first_day to last_day: equal as long as nothing of it changes
create or replace function reports_version(wanted_timetable_id bigint, first_day text, last_day text)
returns text
language sql stable as $$
  select coalesce(sum(hashtextextended(
    row(r.train, r.stop, r.event, r.other, extract(epoch from r.at), extract(epoch from r.observed_at), r.source, r.priority, extract(epoch from r.until), r.percent)::text,
    0
  )), 0)::text
  from train_report r
  where r.timetable_id = wanted_timetable_id and r.date between first_day and last_day
$$;
