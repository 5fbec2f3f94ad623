-- a second infrastructure on the same (immutable) content; its creator $3 becomes the Owner
with made as (
  insert into infra (name, content_id, version, generated_version, station_matches)
  select $2, content_id, version, generated_version, station_matches
  from infra
  where id = $1::bigint
  returning id
), owned as (
  insert into resource_grant (resource_type, resource_id, subject_id, level, granted_by)
  select 'infra', made.id, $3::bigint, 'Owner', $3::bigint
  from made
  where $3::bigint is not null
), answer as (
  select id from made
)
select * from answer where /* kept under the key */ true
