-- infrastructures by id
select i.id, i.name, c.railjson_version, i.version::text, i.generated_version::text, i.locked,
  to_char(i.created at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created,
  to_char(i.modified at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as modified,
  i.content_id, c.object_count, c.is_faulty
from infra i
join infra_content c on c.id = i.content_id
where i.id = any($1::bigint[])
