-- ends an import: the filled content becomes the first version of a new infrastructure of creator $5
with published as (
  update infra_content set
    is_published = true,
    is_searchable = true,
    is_faulty = $3::boolean,
    -- of the speed sections (4) and electrifications (2), sorted by code point
    speed_limit_tags = coalesce((
      select array_agg(distinct tag collate "C" order by tag collate "C")
      from infra_object o
      cross join jsonb_object_keys(o.railjson::jsonb -> 'speed_limit_by_tag') as tag
      where o.content_id = $1::bigint and o.object_type = 4
    ), '{}'),
    voltages = coalesce((
      select array_agg(distinct voltage collate "C" order by voltage collate "C")
      from infra_object o
      cross join lateral (select o.railjson::jsonb ->> 'voltage' as voltage) as v
      where o.content_id = $1::bigint and o.object_type = 2
    ), '{}')
  where id = $1::bigint and not is_published
  returning id
), made as (
  insert into infra (name, content_id, version, generated_version)
  select $2, published.id, 1, case when $4::boolean then 1 end
  from published
  returning id
), owned as (
  insert into resource_grant (resource_type, resource_id, subject_id, level, granted_by)
  select 'infra', made.id, $5::bigint, 'Owner', $5::bigint
  from made
  where $5::bigint is not null
), answer as (
  select id from made
)
select * from answer where /* kept under the key */ true
