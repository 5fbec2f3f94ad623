-- deletes all the given trains $2 of kind $1 or, when some do not exist, none; returns how many do not
select delete_trains($1, $2::bigint[]) as missing_count
