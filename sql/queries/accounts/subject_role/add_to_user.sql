-- gives a user application roles; no row: there is no such user
with target as (
  select id from app_user where id = $1::bigint for key share
), added as (
  insert into subject_role (subject_id, app_role)
  select distinct target.id, r.app_role from target, unnest($2::text[]) as r (app_role)
  on conflict do nothing
)
select id from target
