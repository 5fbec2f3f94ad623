-- how often the trains of timetable $1 were changed, by writer: equal texts mean equal trains; no row: no such timetable
select changes_of_trains(t.id) as changes from timetable t where t.id = $1::bigint
