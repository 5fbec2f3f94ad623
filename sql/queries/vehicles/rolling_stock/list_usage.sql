-- the scenarios that viewer $2 may read (null: all) with a train of rolling stock $1, as a JSON array; no row: no such stock
select scenario_references(scenarios_with_stock(s.name), $2::bigint) as json
from rolling_stock s
where s.id = $1::bigint
