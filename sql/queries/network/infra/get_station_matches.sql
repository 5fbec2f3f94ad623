-- the operational points that were chosen for names of places in files
select station_matches as matches from infra where id = $1::bigint
