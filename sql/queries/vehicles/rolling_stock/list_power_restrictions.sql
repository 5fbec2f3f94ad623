-- every power restriction code of the rolling stocks that viewer $1 may see (null: all), sorted by code point
select coalesce(array_agg(distinct code collate "C" order by code collate "C"), '{}') as codes
from rolling_stock s
cross join unnest(s.power_restriction_codes) as code
where $1::bigint is null
  or s.collection_id in (select id from visible_resources('rolling_stock_collection', $1::bigint))
