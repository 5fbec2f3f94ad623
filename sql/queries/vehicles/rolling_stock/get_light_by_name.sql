-- one rolling stock by name as the light record
select id, version, collection_id, '{"id":' || id || ',"version":' || version || ',"locked":' || locked || ',' || stock_light_text(id, light_record) as json
from rolling_stock
where name = $1
