-- creates a timetable with name $2 (null: without one) and period $3 (null: none); its creator $1 becomes the Owner
with made as (
  insert into timetable (name, period, modified_by) values ($2, $3, $1::bigint)
  returning id
), owned as (
  insert into resource_grant (resource_type, resource_id, subject_id, level, granted_by)
  select 'timetable', made.id, $1::bigint, 'Owner', $1::bigint
  from made
  where $1::bigint is not null
), answer as (
  select id as timetable_id from made
)
select * from answer where /* kept under the key */ true
