-- train schedules by id, each as the JSON text that clients get, with the collection of its rolling stock, if there is such a stock
select s.id, s.timetable_id, s.revision, array_remove(array[r.collection_id], null) as collection_ids,
  '{"id":' || s.id || ',"timetable_id":' || s.timetable_id || ',' || substr(s.record, 2) as json
from train_schedule s
left join rolling_stock r on r.name = s.rolling_stock_name
where s.id = any($1::bigint[])
