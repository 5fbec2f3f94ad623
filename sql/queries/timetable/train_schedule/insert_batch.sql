-- creates train schedules, all or none
with answer as (
  select create_train_schedules(
    $1::bigint, $2::text[], $3::text[], string_to_array($4::text, E'\x1e')
  ) as json
)
select * from answer where /* kept under the key */ true
