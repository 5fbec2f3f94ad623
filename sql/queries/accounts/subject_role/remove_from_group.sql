-- takes application roles from a group; no row: there is no such group
with target as (
  select id from app_group where id = $1::bigint for key share
), removed as (
  delete from subject_role r using target
  where r.subject_id = target.id and r.app_role = any($2::text[])
)
select id from target
