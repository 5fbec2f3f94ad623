-- paced trains by id, each as the JSON text that clients get, with the collections of all its rolling stocks
select s.id, s.timetable_id, s.revision,
  array(
    select distinct r.collection_id from rolling_stock r where r.name = any(s.rolling_stock_names)
  ) as collection_ids,
  '{"id":' || s.id || ',"timetable_id":' || s.timetable_id || ',' || substr(s.record, 2) as json
from paced_train s
where s.id = any($1::bigint[])
