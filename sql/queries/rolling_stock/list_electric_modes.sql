-- every electric mode of any rolling stock, sorted by code point
select coalesce(array_agg(distinct mode collate "C" order by mode collate "C"), '{}') as modes
from rolling_stock
cross join unnest(electric_modes) as mode
