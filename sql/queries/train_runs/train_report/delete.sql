-- forgets all reports on trains of timetable $1 on date $2
with counted as (
  update train_report_day set
    change_count = change_count + 1, deleted_at = change_count + 1, report_count = 0
  where timetable_id = $1::bigint and date = $2
  returning timetable_id, date
)
delete from train_report r using counted c
where r.timetable_id = c.timetable_id and r.date = c.date
