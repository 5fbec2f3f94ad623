-- deletes the user of an identity with its grants, roles and memberships
with target as (
  select u.id, u.name, lock_owners() from app_user u where u.identity_id = $1
), gone as (
  delete from subject s using target where s.id = target.id
)
select id, name from target
