-- deletes a timetable with its trains and its scenario $2 (null: none), and the search environment that names it if the caller may ($3), and its opened days if that is meant ($4); returns the outcome
select delete_timetable($1::bigint, $2::bigint, $3::boolean, $4::boolean) as outcome
