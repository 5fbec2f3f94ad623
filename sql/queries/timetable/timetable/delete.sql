-- deletes a timetable with its trains and its scenario $2 (null: none), and the search environment that names it if the caller may ($3); returns the outcome
select delete_timetable($1::bigint, $2::bigint, $3::boolean) as outcome
