-- a timetable with the ids of its train schedules, as the JSON text that clients get; no row: no such timetable
select '{"timetable_id":' || t.id || ',"train_ids":[' || coalesce((
  select string_agg(s.id::text, ',' order by s.id)
  from train_schedule s
  where s.timetable_id = t.id
), '') || ']' || coalesce(',"period":' || t.period, '') || '}' as json, t.revision
from timetable t
where t.id = $1::bigint
