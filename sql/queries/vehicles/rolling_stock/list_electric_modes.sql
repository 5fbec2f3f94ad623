-- every electric mode of the rolling stocks that viewer $1 may see (null: all), sorted by code point
select coalesce(array_agg(distinct mode collate "C" order by mode collate "C"), '{}') as modes
from rolling_stock s
cross join unnest(s.electric_modes) as mode
where $1::bigint is null
  or s.collection_id in (select id from visible_resources('rolling_stock_collection', $1::bigint))
