-- deletes all the given paced trains or, when some do not exist, none; answers how many do not
select delete_paced_trains($1::bigint[]) as missing_count
