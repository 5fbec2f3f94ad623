-- replaces an unlocked rolling stock's form ($4 null: any version) and moves it from collection $2 to $3; no row: it is not in $2
select outcome, version, json
from update_rolling_stock(
  $1::bigint, $2::bigint, $3::bigint, $4::bigint,
  $5::text, $6::boolean, $7::text[], $8::text[], $9::text, $10::text
)
