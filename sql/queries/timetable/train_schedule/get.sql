-- train schedules by id, each as the JSON text that clients get, with their rolling stock's collection
select s.id, s.timetable_id, s.revision, r.collection_id, '{"id":' || s.id || ',"timetable_id":' || s.timetable_id || ',' || substr(s.record, 2) as json
from train_schedule s
left join rolling_stock r on r.name = s.rolling_stock_name
where s.id = any($1::bigint[])
