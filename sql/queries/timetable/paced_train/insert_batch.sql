-- creates paced trains, all or none
with answer as (
  select create_paced_trains(
    $1::bigint, string_to_array($2::text, E'\x1e'), string_to_array($3::text, E'\x1e'),
    string_to_array($4::text, E'\x1e')
  ) as json
)
select * from answer where /* kept under the key */ true
