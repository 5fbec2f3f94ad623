-- creates paced trains, all or none
with answer as (
  select insert_paced_trains(
    $1::bigint, string_to_array(staged_text($2::bigint, $3::integer, $4), E'\x1d')
  ) as made_ids
)
select * from answer where /* kept under the key */ true
