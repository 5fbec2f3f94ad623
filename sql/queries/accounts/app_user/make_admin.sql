-- gives the user of identity $1 (made on first sight, with name $2) application role $3; returns whether the role is new to it
with target as (
  select u.id, u.name from identify_user($1::text, $2::text) u
), added as (
  insert into subject_role (subject_id, app_role)
  select target.id, $3 from target
  on conflict do nothing
  returning subject_id
)
select target.id, target.name, exists (select from added) as is_new from target
