-- rolling stocks by id, each with the collection that decides the rights on it
select id, collection_id
from rolling_stock
where id = any($1::bigint[])
