-- Gives trains other names in the reports of a timetable's operating day. A function, so that it sees reports that were
-- stored while its caller waited for them.
create or replace function rename_reported(
  wanted_timetable_id bigint, wanted_date text, old_names text[], new_names text[]
)
returns void
language sql as $$
  -- whoever reports holds these first, too
  select from train_report_day d
  where d.timetable_id = wanted_timetable_id
  order by d.date
  for update;
  with renames as (
    select * from unnest(old_names, new_names) as n (old, new)
  ), withdrawn as (
    delete from train_report r
    where r.timetable_id = wanted_timetable_id
      and (
        (r.date = wanted_date and r.train in (select old from renames))
        -- a train of another day may follow one of this
        or r.other in (select old from renames)
      )
    returning r.*
  ), counted as (
    update train_report_day d set
      change_count = d.change_count + 1,
      deleted_at = d.change_count + 1
    where d.id in (select day_id from withdrawn)
  )
  insert into train_report as known
    (timetable_id, date, train, stop, event, other, at, observed_at, source, priority, until,
     percent, day_id)
  select w.timetable_id, w.date, coalesce(n.new, w.train), w.stop, w.event,
    coalesce(o.new, w.other), w.at, w.observed_at, w.source, w.priority, w.until, w.percent,
    w.day_id
  from withdrawn w
  left join renames n on n.old = w.train
  left join renames o on o.old = w.other
  -- all are withdrawn before the first is told
  order by w.id
  on conflict on constraint train_report_key do update set
    at = excluded.at, observed_at = excluded.observed_at, source = excluded.source,
    until = excluded.until, percent = excluded.percent
  where excluded.observed_at > known.observed_at
$$;
