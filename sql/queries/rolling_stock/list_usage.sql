-- the scenarios that viewer $2 may read (null: all) with a train of rolling stock $1, as a JSON array; no row: no such stock
select scenario_references(
  array(
    select distinct c.id
    from train_schedule t
    join scenario c on c.timetable_id = t.timetable_id
    where t.rolling_stock_name = s.name
  ), $2::bigint
) as json
from rolling_stock s
where s.id = $1::bigint
