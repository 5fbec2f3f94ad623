-- how much is reported of each of the trains $3 of timetable $1 on date $2
select r.train, count(*) as report_count
from train_report r
where r.timetable_id = $1::bigint and r.date = $2 and r.train = any($3::text[]) and r.at is not null
group by r.train
