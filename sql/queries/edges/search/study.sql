-- one page of the studies that viewer $1 may know of (null: all) and that meet a condition, as JSON texts; null: the page has more than $4 bytes before it
with known as materialized (
  select s.id, true as is_readable from study s where $1::bigint is null
  union all
  select v.id, v.is_readable
  from visible_projects($1::bigint) p
  cross join lateral visible_studies($1::bigint, p.id) v
  where $1::bigint is not null
), page as (
  select found.*
  from (
    -- fields that are not shown must not match a condition either
    select s.id, s.project_id, s.name, s.description,
      case when known.is_readable then s.tags end as tags,
      s.budget, s.last_modification, known.is_readable
    from known
    join study s on s.id = known.id
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
          'id', page.id, 'project_id', page.project_id, 'name', page.name,
          'scenarios_count', (select count(*) from scenario c where c.study_id = page.id),
          'description', page.description,
          'last_modification', datetime_text(page.last_modification),
          'tags', page.tags, 'budget', page.budget
        )
        else json_build_object('id', page.id, 'name', page.name, 'description', page.description)
      end::text
    from page
    order by page.name collate "C", page.id
  ),
  $4::bigint
) t
