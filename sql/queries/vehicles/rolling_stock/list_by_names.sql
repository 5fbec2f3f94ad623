-- the rolling stocks that trains name, for their physics and the rights on them
select id, version, name, collection_id, record
from rolling_stock
where name = any($1::text[])
