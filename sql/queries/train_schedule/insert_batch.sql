-- creates train schedules, all or none; with a key the same call twice creates them once
select create_train_schedules(
  $1::bigint, $2::text[], $3::text[], string_to_array($4::text, E'\x1e'), $5::bigint, $6::text, $7::text
) as json
