-- deletes all the given trains or, when some do not exist, none; answers how many do not
select delete_train_schedules($1::bigint[]) as missing_count
