-- reports of trains of timetable $1 with operating days from $2 to $3, withdrawn ones too: of each date those that came since
-- change $5 of the dates $4. A date with nothing else has one row without a report.
with known as (
  select * from unnest($4::text[], $5::bigint[]) as k (date, change_count)
)
select d.date, d.change_count, coalesce(d.deleted_at > k.change_count, false) as is_less,
  r.train, r.stop, r.event, r.other, r.source, r.priority, r.percent,
  (extract(epoch from r.at) * 1000)::float8 as at_ms,
  (extract(epoch from r.until) * 1000)::float8 as until_ms,
  (extract(epoch from r.observed_at) * 1000)::float8 as observed_at_ms
from train_report_day d
left join known k on k.date = d.date
left join lateral (
  -- by its index, whatever the planner knows of the table
  select * from train_report c
  where c.day_id = d.id and c.change > coalesce(k.change_count, 0)
  offset 0
) r on true
where d.timetable_id = $1::bigint and d.date between $2 and $3
  and d.change_count > coalesce(k.change_count, 0)
-- mostly in the order in which they are kept
order by r.observed_at
