-- contents that were imported before there was a search
select id as content_id, railjson_version, object_count
from infra_content
where is_published and not is_searchable and object_count > 0
order by id
