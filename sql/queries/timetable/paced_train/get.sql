-- paced trains by id, each as the JSON text that clients get, with the collections of all its rolling stocks
select s.id, s.timetable_id, s.revision, s.days,
  array(
    select distinct r.collection_id from rolling_stock r where r.name = any(s.rolling_stock_names)
  ) as collection_ids,
  train_text(s.id, s.timetable_id, s.modified_by, u.name, s.modified_at, s.record) as json
from paced_train s
left join app_user u on u.id = s.modified_by
where s.id = any($1::bigint[])
