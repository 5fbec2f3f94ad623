-- deletes a timetable with its trains and its scenario $2 (null: none); returns how it ended
select delete_timetable($1::bigint, $2::bigint) as outcome
