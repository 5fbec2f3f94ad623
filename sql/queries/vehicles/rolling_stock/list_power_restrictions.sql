-- every power restriction code of the rolling stocks that viewer $1 may see (null: all), sorted by code point, as JSON texts with commas (null: more than $2 bytes), how many of them fit, and their count
select t.count, t.fitting_count, t.results
from joined_names(
  array(
    select distinct code collate "C" as code
    from rolling_stock s
    cross join unnest(s.power_restriction_codes) as code
    where $1::bigint is null
      or s.collection_id in (select id from visible_resources('rolling_stock_collection', $1::bigint))
    order by code
  ),
  $2::bigint
) t
