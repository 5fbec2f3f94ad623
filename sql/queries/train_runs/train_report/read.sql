-- what is believed of trains of timetable $1 with operating days from $2 to $3, withdrawn reports too
select r.date, r.train, r.stop, r.event, r.other, r.source, r.priority, r.percent,
  (extract(epoch from r.at) * 1000)::float8 as at_ms,
  (extract(epoch from r.until) * 1000)::float8 as until_ms,
  (extract(epoch from r.observed_at) * 1000)::float8 as observed_at_ms
from (
  select distinct on (k.date, k.train, k.stop, k.event, k.other) k.*
  from train_report k
  where k.timetable_id = $1::bigint and k.date between $2 and $3
  order by k.date, k.train, k.stop, k.event, k.other, k.at is null, k.priority desc
) r
order by r.observed_at, r.date, r.train, r.stop, r.event, r.other
