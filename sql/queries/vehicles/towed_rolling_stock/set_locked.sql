-- locks or unlocks a towed rolling stock
update towed_rolling_stock set locked = $2::boolean where id = $1::bigint returning id
