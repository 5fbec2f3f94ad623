-- deletes all the given trains $2 of kind $1, by user $3, or none if some do not exist; returns how many do not
select delete_trains($1, $2::bigint[], $3::bigint) as missing_count
