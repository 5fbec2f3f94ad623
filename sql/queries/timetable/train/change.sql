-- stores changes of trains of timetable $1, made for the trains $2 at the revisions $3, all or none; no row: some of these trains have changed
with answer as (
  select c.made_ids, c.revisions, c.rolling_stock_names, c.records
  from change_trains(
    $1::bigint, $2::bigint[], $3::bigint[],
    string_to_array(staged_text($4::bigint, $5::integer, $6), E'\x1d')
  ) c
)
select * from answer where /* kept under the key */ true
