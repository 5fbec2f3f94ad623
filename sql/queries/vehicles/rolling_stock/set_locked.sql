-- locks or unlocks a rolling stock of collection $3; no row: it is not there
update rolling_stock set locked = $2::boolean
where id = $1::bigint and collection_id = $3::bigint
returning id
