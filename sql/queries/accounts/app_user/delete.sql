-- deletes the user of an identity with its grants, roles and memberships
with target as materialized (
  -- locked before its subject, in the order of whoever makes something with this user
  select u.id, u.name, lock_owners() from app_user u where u.identity_id = $1 for update of u
), gone as (
  delete from subject s using target where s.id = target.id
)
select id, name from target
