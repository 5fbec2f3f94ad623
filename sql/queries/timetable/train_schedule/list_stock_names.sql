-- the names of all rolling stocks that the trains of a timetable ask for
select coalesce(array_agg(distinct rolling_stock_name), '{}') as names
from train_schedule
where timetable_id = $1::bigint
