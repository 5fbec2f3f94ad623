-- deletes an unlocked rolling stock of collection $2 that no scenario's train names (or by force, $3); viewer $4 sees which; no row: it is not there
select outcome, use_count, usage
from delete_rolling_stock($1::bigint, $2::bigint, $3::boolean, $4::bigint)
