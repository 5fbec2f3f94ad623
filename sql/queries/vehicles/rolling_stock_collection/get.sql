-- rolling stock collections by id with the stocks in them
select c.id, c.name, c.description, c.is_default, c.revision,
  array(select s.id from rolling_stock s where s.collection_id = c.id order by s.id) as rolling_stock_ids
from rolling_stock_collection c
where c.id = any($1::bigint[])
