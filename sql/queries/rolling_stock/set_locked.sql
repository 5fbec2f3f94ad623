-- locks or unlocks a rolling stock
update rolling_stock set locked = $2::boolean where id = $1::bigint returning id
