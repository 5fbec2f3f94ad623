-- the names of all rolling stocks that the trains of timetable $1, of both kinds and their exceptions, ask for; no row: no such timetable
select array(
  select s.rolling_stock_name from train_schedule s where s.timetable_id = m.id
  union
  select unnest(p.rolling_stock_names) from paced_train p where p.timetable_id = m.id
) as names
from timetable m
where m.id = $1::bigint
