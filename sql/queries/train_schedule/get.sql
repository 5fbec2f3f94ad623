-- train schedules by id, each as the JSON text that clients get
select s.id, s.timetable_id, s.revision, '{"id":' || s.id || ',"timetable_id":' || s.timetable_id || ',' || substr(s.record, 2) as json
from train_schedule s
where s.id = any($1::bigint[])
