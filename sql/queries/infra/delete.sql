-- deletes an infrastructure, and its content when no clone uses it
select is_deleted, freed_content_id from delete_infra($1::bigint)
