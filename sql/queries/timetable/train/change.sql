-- stores changes of trains of timetable $1, made for the trains $2 at the revisions $3, by user $4, all or none; no row: some of these trains have changed
with answer as (
  select c.made_ids, c.revisions, c.rolling_stock_names, c.records, c.modified_at
  from change_trains(
    $1::bigint, $2::bigint[], $3::bigint[], $4::bigint,
    string_to_array(staged_text($5::bigint, $6::integer, $7), E'\x1d')
  ) c
)
select * from answer where /* kept under the key */ true
