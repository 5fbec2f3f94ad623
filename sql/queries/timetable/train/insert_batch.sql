-- creates trains of kind $1 in timetable $2, all or none
with answer as (
  select insert_trains(
    $1, $2::bigint, string_to_array(staged_text($3::bigint, $4::integer, $5), E'\x1d')
  ) as made_ids
)
select * from answer where /* kept under the key */ true
