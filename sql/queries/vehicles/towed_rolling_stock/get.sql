-- one towed rolling stock as JSON text
select version, towed_rolling_stock_answer(s) as json
from towed_rolling_stock s
where id = $1::bigint
