-- renames an infrastructure that is not locked
with i as (
  update infra set name = $2, modified = now()
  where id = $1::bigint and not locked
  returning *
)
select i.id, i.name, c.railjson_version, i.version::text, i.generated_version::text, i.locked,
  datetime_text(i.created) as created,
  datetime_text(i.modified) as modified,
  i.content_id, c.object_count, c.is_faulty
from i join infra_content c on c.id = i.content_id
