-- how many of the given train schedules $2 and paced trains $3 are in the timetable $1; no row: it does not exist
select
  (
    select count(*) from trains() t
    where t.kind = 'train_schedule' and t.id = any($2::bigint[]) and t.timetable_id = tt.id
  ) as train_schedule,
  (
    select count(*) from trains() t
    where t.kind = 'paced_train' and t.id = any($3::bigint[]) and t.timetable_id = tt.id
  ) as paced_train
from timetable tt
where tt.id = $1
