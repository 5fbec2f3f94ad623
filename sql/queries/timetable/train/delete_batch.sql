-- deletes all the given trains $2 of kind $1, by user $3, or, when some do not exist, none; returns how many do not
select delete_trains($1, $2::bigint[], $3::bigint) as missing_count
