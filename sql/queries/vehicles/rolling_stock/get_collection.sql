-- rolling stocks by id, each with the collection whose rights count for it
select id, collection_id
from rolling_stock
where id = any($1::bigint[])
