-- all objects of a content in the order of a RailJSON document
select object_type, railjson
from infra_object
where content_id = $1::bigint
order by object_type, ordinal
