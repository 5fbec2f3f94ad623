-- the names of all rolling stocks that the paced trains of a timetable and their exceptions ask for
select coalesce(array_agg(distinct named.name), '{}') as names
from paced_train s
cross join unnest(s.rolling_stock_names) as named (name)
where s.timetable_id = $1::bigint
