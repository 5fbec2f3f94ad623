-- how often the trains of timetable $1 were changed, by writer: equal texts mean equal trains; no row: no such timetable
select coalesce(string_agg(c.writer || ':' || c.change_count, ',' order by c.writer), '') as changes
from timetable t
left join train_change c on c.timetable_id = t.id
where t.id = $1::bigint
group by t.id
