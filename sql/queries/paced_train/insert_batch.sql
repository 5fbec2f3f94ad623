-- creates paced trains, all or none; with a key the same call twice creates them once
select create_paced_trains(
  $1::bigint, string_to_array($2::text, E'\x1e'), string_to_array($3::text, E'\x1e'),
  string_to_array($4::text, E'\x1e'), $5::bigint, $6::text, $7::text
) as json
