-- one page of the infrastructures that viewer $1 may see (null: all) and their count; a page without rows is one row with a null id
with visible as materialized (
  select i.id
  from infra i
  where $1::bigint is null or i.id in (select id from visible_resources('infra', $1::bigint))
)
select total.count, page.*
from (select count(*) from visible) total
left join lateral (
  select i.id, i.name, c.railjson_version, i.version::text, i.generated_version::text, i.locked,
  datetime_text(i.created) as created,
  datetime_text(i.modified) as modified,
    i.content_id, c.object_count, c.is_faulty
  from infra i
  join infra_content c on c.id = i.content_id
  where i.id in (select id from visible)
  order by i.id
  limit $2::bigint offset $3::bigint
) page on true
order by page.id
