-- one group: its name, and its works by id as one JSON array
select g.name, coalesce((
  select '[' || string_agg('{"id":' || w.id || ',' || substr(w.record, 2), ',' order by w.id) || ']'
  from work_schedule w
  where w.group_id = g.id
), '[]') as works
from work_schedule_group g
where g.id = $1::bigint
