-- rolling stocks by id, each as the full record with its liveries
select id, version, collection_id, '{"id":' || id || ',"version":' || version || ',"locked":' || locked || ',' || substr(left(record, -1), 2) || ',"liveries":' || livery_texts(id) || '}' as json
from rolling_stock
where id = any($1::bigint[])
