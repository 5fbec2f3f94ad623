-- how often the period, the lists of days and the trains of timetable $1 were changed: equal texts mean equal dates of equal trains; no row: no such timetable
select t.revision || ' ' || coalesce(string_agg(c.writer || ':' || c.change_count, ',' order by c.writer), '') as version
from timetable t
left join train_change c on c.timetable_id = t.id
where t.id = $1::bigint
group by t.id
