-- a content version, published or not
select id as content_id, railjson_version, object_count
from infra_content
where id = $1::bigint
