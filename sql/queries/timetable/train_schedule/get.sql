-- train schedules by id, each as the JSON text that clients get, with the collection of its rolling stock, if there is such a stock
select s.id, s.timetable_id, s.revision, s.days, array_remove(array[r.collection_id], null) as collection_ids,
  train_text(s.id, s.timetable_id, s.modified_by, u.name, s.modified_at, s.record) as json
from train_schedule s
left join rolling_stock r on r.name = s.rolling_stock_name
left join app_user u on u.id = s.modified_by
where s.id = any($1::bigint[])
