-- locks or unlocks an infrastructure
update infra set locked = $2::boolean
where id = $1::bigint
returning id
