-- forgets all reports on trains of timetable $1 on date $2
delete from train_report where timetable_id = $1::bigint and date = $2
