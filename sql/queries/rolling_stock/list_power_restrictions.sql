-- every power restriction code of any rolling stock, sorted by code point
select coalesce(array_agg(distinct code collate "C" order by code collate "C"), '{}') as codes
from rolling_stock
cross join unnest(power_restriction_codes) as code
