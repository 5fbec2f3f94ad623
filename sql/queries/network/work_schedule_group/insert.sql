-- creates a group named $1 of works ($2: their JSON texts, separated by U+001E); returns its id
with made as (
  insert into work_schedule_group (name) values ($1) returning id
), works as (
  insert into work_schedule (group_id, record)
  select made.id, work.record
  from made, unnest(string_to_array($2, E'\x1e')) with ordinality as work (record, n)
  order by work.n
), answer as (
  select id from made
)
select * from answer where /* kept under the key */ true
