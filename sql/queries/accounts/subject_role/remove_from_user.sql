-- takes application roles from a user; no row: there is no such user
with target as (
  select id from app_user where id = $1::bigint for key share
), removed as (
  delete from subject_role r using target
  where r.subject_id = target.id and r.app_role = any($2::text[])
)
select id from target
