-- replaces the operational points that were chosen for names of places in files
update infra set station_matches = $2
where id = $1::bigint
returning id
