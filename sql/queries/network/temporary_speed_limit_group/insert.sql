-- creates a group named $1 of limits $2 (JSON array); returns its id
with answer as (
  insert into temporary_speed_limit_group (name, limits) values ($1, $2) returning id
)
select * from answer where /* kept under the key */ true
