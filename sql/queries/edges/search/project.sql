-- one page of the projects that viewer $1 may know of (null: all) and that meet a condition, as JSON texts; null: the page has more than $4 bytes before it
with known as materialized (
  select p.id, true as is_readable from project p where $1::bigint is null
  union all
  select v.id, v.is_readable from visible_projects($1::bigint) v where $1::bigint is not null
), page as (
  select found.*
  from (
    -- fields that are not shown must not match a condition either
    select p.id, p.name, p.description, case when known.is_readable then p.tags end as tags,
      p.image_id, p.last_modification, known.is_readable
    from known
    join project p on p.id = known.id
  ) found
  where /* condition */ true
  order by found.name collate "C", found.id
  limit $2::bigint offset $3::bigint
)
select t.item as json
from bounded_texts(
  array(
    select
      case when page.is_readable
        then json_build_object(
          'id', page.id, 'image', page.image_id, 'name', page.name,
          'studies_count', (select count(*) from study s where s.project_id = page.id),
          'description', page.description,
          'last_modification', datetime_text(page.last_modification), 'tags', page.tags
        )
        else json_build_object('id', page.id, 'name', page.name, 'description', page.description)
      end::text
    from page
    order by page.name collate "C", page.id
  ),
  $4::bigint
) t
