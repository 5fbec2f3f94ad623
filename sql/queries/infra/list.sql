-- one page of infrastructures and their count; a page without rows is one row with a null id
select total.count, page.*
from (select count(*) from infra) total
left join lateral (
  select i.id, i.name, c.railjson_version, i.version::text, i.generated_version::text, i.locked,
  to_char(i.created at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created,
  to_char(i.modified at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as modified,
    i.content_id, c.object_count, c.is_faulty
  from infra i
  join infra_content c on c.id = i.content_id
  order by i.id
  limit $1::bigint offset $2::bigint
) page on true
order by page.id
