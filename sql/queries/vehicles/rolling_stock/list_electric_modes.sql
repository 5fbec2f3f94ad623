-- voltages $2 and every electric mode of the rolling stocks that viewer $1 may see (null: all), each once and sorted by code point, as JSON texts with commas (null: more than $3 bytes), how many of them fit, and their count
select t.count, t.fitting_count, t.results
from joined_names(
  array(
    select mode collate "C" as mode
    from rolling_stock s
    cross join unnest(s.electric_modes) as mode
    where $1::bigint is null
      or s.collection_id in (select id from visible_resources('rolling_stock_collection', $1::bigint))
    union
    select unnest($2::text[]) collate "C"
    order by mode
  ),
  $3::bigint
) t
