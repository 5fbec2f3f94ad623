-- the next events after place $1, at most $2 bytes or one
select place, resource_type, resource_id, name, data, age_ms from read_events($1::bigint, $2::bigint)
