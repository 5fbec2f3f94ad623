-- infrastructures by id
select i.id, i.name, c.railjson_version, i.version::text, i.generated_version::text, i.locked,
  datetime_text(i.created) as created,
  datetime_text(i.modified) as modified,
  i.content_id, c.object_count, c.is_faulty
from infra i
join infra_content c on c.id = i.content_id
where i.id = any($1::bigint[])
