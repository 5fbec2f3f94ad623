-- deletes an infrastructure that no scenario and no search environment uses (unless the caller may delete the latter, $3), and its content when no clone uses it
select is_deleted, freed_content_id, use_count, usage
from delete_infra($1::bigint, $2::bigint, $3::boolean)
