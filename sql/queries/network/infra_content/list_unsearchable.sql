-- contents that were imported before there was a search; a content made by an edit shares their rows
select id as content_id, railjson_version, object_count, rows_of, steps::text
from infra_content
where is_published and not is_searchable and object_count > 0 and base_id is null
order by id
