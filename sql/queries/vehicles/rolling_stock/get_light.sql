-- rolling stocks by id, each as the light record
select id, version, collection_id, '{"id":' || id || ',"version":' || version || ',"locked":' || locked || ',' || substr(light_record, 2) as json
from rolling_stock
where id = any($1::bigint[])
