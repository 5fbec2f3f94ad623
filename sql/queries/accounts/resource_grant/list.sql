-- all grants on resource $1, $2, or only grant $3: one row per subject with its explicit and its inherited level; public first
with explicit as (
  select g.* from resource_grant g
  where g.resource_type = $1::text::resource_type and g.resource_id = $2::bigint
), reaching as (
  -- downwards: from the study (nearer) and the project
  select g.subject_id, inherited_level(g.level) as level, 'study' as source, 1 as distance
  from scenario c join study_grant g on g.resource_id = c.study_id
  where $1::text = 'scenario' and c.id = $2::bigint
  union all
  select g.subject_id, inherited_level(g.level), 'project', 2
  from scenario c join study s on s.id = c.study_id join project_grant g on g.resource_id = s.project_id
  where $1::text = 'scenario' and c.id = $2::bigint
  union all
  select g.subject_id, inherited_level(g.level), 'project', 1
  from study s join project_grant g on g.resource_id = s.project_id
  where $1::text = 'study' and s.id = $2::bigint
  union all
  -- upwards: a right on a child lets its parents be known
  select g.subject_id, 'MinimalMetadata', 'scenario', 1
  from scenario c join scenario_grant g on g.resource_id = c.id
  where $1::text = 'study' and c.study_id = $2::bigint
  union all
  select g.subject_id, 'MinimalMetadata', 'study', 1
  from study s join study_grant g on g.resource_id = s.id
  where $1::text = 'project' and s.project_id = $2::bigint
  union all
  select g.subject_id, 'MinimalMetadata', 'scenario', 2
  from study s join scenario c on c.study_id = s.id join scenario_grant g on g.resource_id = c.id
  where $1::text = 'project' and s.project_id = $2::bigint
), implicit as (
  -- each subject's highest, and of equal ones the nearest
  select distinct on (r.subject_id) r.*
  from reaching r
  order by r.subject_id, r.level desc, r.distance
)
select e.id as grant_id, s.id as subject_id,
  case when u.id is not null then 'user' when g.id is not null then 'group' end as subject_kind,
  coalesce(u.name, g.name) as subject_name,
  e.level::text as level, i.level::text as implicit_level, i.source as implicit_source,
  e.granted_by,
  datetime_text(e.granted_at) as granted_at
from explicit e
full join implicit i on coalesce(i.subject_id, 0) = coalesce(e.subject_id, 0)
cross join lateral (select coalesce(e.subject_id, i.subject_id) as id) s
left join app_user u on u.id = s.id
left join app_group g on g.id = s.id
where $3::bigint is null or e.id = $3::bigint
order by s.id nulls first
