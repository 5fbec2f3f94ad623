-- the owners of documents: the uploader, the project that shows it, or the rolling stock whose livery shows it
select d.id, d.created_by, p.id as project_id, s.id as stock_id, s.collection_id, s.locked as is_locked
from document d
left join project p on p.image_id = d.id
left join livery l on l.id = d.livery_id
left join rolling_stock s on s.id = l.rolling_stock_id
where d.id = any($1::bigint[])
