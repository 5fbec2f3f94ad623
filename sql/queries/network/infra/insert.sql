-- creates an infrastructure with an empty content; its creator $3 becomes the Owner
with c as (
  insert into infra_content (railjson_version, object_count, is_published)
  values ($2, 0, true)
  returning id, railjson_version
), i as (
  insert into infra (name, content_id)
  select $1, c.id from c
  returning *
), owned as (
  insert into resource_grant (resource_type, resource_id, subject_id, level, granted_by)
  select 'infra', i.id, $3::bigint, 'Owner', $3::bigint
  from i
  where $3::bigint is not null
), answer as (
  select i.id, i.name, c.railjson_version, i.version::text, i.generated_version::text, i.locked,
    datetime_text(i.created) as created,
    datetime_text(i.modified) as modified
  from i cross join c
)
select * from answer where /* kept under the key */ true
