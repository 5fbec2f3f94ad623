-- creates train schedules, all or none; with a key the same call twice creates them once
select create_train_schedules(
  $1::bigint, $2::text[], string_to_array($3::text, E'\x1e'), $4::bigint, $5::text, $6::text
) as json
