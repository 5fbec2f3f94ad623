-- one page of the scenarios that viewer $1 may see (null: all) and that meet a condition, as JSON texts; null: the page has more than $4 bytes before it
with page as (
  select found as c, found.*
  from scenario found
  where ($1::bigint is null or found.id in (select v.id from visible_scenarios($1::bigint) v))
    and /* condition */ true
  order by found.name collate "C", found.id
  limit $2::bigint offset $3::bigint
)
select t.item as json
from bounded_texts(
  array(
    select json_build_object(
      'id', page.id, 'study_id', page.study_id, 'name', page.name,
      'electrical_profile_set_id', page.electrical_profile_set_id, 'infra_id', page.infra_id,
      'infra_name', scenario_infra_name(page.c, $1::bigint),
      'trains_count', scenario_trains_count(page.c, $1::bigint),
      'description', page.description,
      'last_modification', datetime_text(page.last_modification), 'tags', page.tags
    )::text
    from page
    order by page.name collate "C", page.id
  ),
  $4::bigint
) t
