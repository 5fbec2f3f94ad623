-- creates trains of kind $1 in timetable $2, by user $3, all or none
with answer as (
  select insert_trains(
    $1, $2::bigint, $3::bigint,
    string_to_array(staged_text($4::bigint, $5::integer, $6), E'\x1d')
  ) as made_ids, datetime_text(now()) as modified_at
)
select * from answer where /* kept under the key */ true
