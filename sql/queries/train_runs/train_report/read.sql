-- what is believed of trains of timetable $1 with operating days from $2 to $3, withdrawn reports too
select r.train, r.stop, r.event, r.other, r.source,
  (extract(epoch from r.at) * 1000)::float8 as at_ms,
  (extract(epoch from r.observed_at) * 1000)::float8 as observed_at_ms
from train_report r
where r.timetable_id = $1::bigint and r.date between $2 and $3
order by r.observed_at, r.date, r.train, r.stop, r.event, r.other
