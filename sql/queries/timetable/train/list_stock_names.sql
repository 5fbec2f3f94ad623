-- the names of all rolling stocks that the trains of timetable $1, of both kinds and their exceptions, ask for
select rolling_stock_name as name from train_schedule where timetable_id = $1::bigint
union
select unnest(rolling_stock_names) from paced_train where timetable_id = $1::bigint
