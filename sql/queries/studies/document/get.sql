-- whose documents these are: the uploader, and the project that shows it
select d.id, d.created_by, p.id as project_id
from document d
left join project p on p.image_id = d.id
where d.id = any($1::bigint[])
