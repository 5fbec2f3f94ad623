-- deletes a timetable with its trains
delete from timetable where id = $1::bigint returning id
