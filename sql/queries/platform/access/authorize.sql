-- callers by identity ($1) and name ($2; another stored name: not found) with their roles, and their standings on the resources that $5, $6 name from place $3 to place $4
with caller as materialized (
  select c.n, u.id, u.name, subjects_of(u.id) as subjects, c.first_place, c.last_place
  from unnest($1::text[], $2::text[], $3::bigint[], $4::bigint[])
    with ordinality as c (identity, name, first_place, last_place, n)
  -- the limit keeps PostgreSQL from reading all users when it expects few
  cross join lateral (
    select u.id, u.name from app_user u
    where u.identity_id = c.identity and (c.name = '' or c.name = u.name)
    limit 1
  ) u
)
select c.n, c.id, c.name,
  -- subqueries on purpose: joins of so few rows would become nested loops
  array(
    select distinct r.app_role from subject_role r where r.subject_id = any(c.subjects)
  ) as app_roles,
  -- `type/id=level`, or `none`, or `absent`; a train stands for its timetable and its stock's collection
  array(
    select r.type || '/' || r.id || '=' || coalesce(
      effective_level(r.type::resource_type, r.id, c.subjects)::text,
      case when resource_exists(r.type::resource_type, r.id) then 'none' else 'absent' end
    )
    from unnest(
      ($5::text[])[c.first_place:c.last_place], ($6::bigint[])[c.first_place:c.last_place]
    ) as w (type, id)
    cross join lateral (
      select w.type, w.id where w.type <> 'train_schedule'
      union all
      select 'timetable', s.timetable_id from train_schedule s
      where w.type = 'train_schedule' and s.id = w.id
      union all
      select 'rolling_stock_collection', k.collection_id
      from train_schedule s join rolling_stock k on k.name = s.rolling_stock_name
      where w.type = 'train_schedule' and s.id = w.id
    ) r
  ) as standings
from caller c
