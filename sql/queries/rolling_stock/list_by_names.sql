-- the rolling stocks that trains name, for their physics
select id, version, name, record
from rolling_stock
where name = any($1::text[])
