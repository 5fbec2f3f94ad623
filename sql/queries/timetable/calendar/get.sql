-- the period of timetable $1 and its lists of days, as JSON texts; no row: no such timetable
select t.period, day_lists(t.id) as lists
from timetable t
where t.id = $1::bigint
