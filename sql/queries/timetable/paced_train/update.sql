-- replaces a paced train's record ($5 null: whatever its revision); no row: nothing was changed
with changed as (
  update paced_train set
    rolling_stock_names = $2::text[],
    sub_category_codes = $3::text[],
    record = $4,
    revision = revision + 1
  where id = $1::bigint and ($5::bigint is null or revision = $5)
  returning *
)
select s.revision, '{"id":' || s.id || ',"timetable_id":' || s.timetable_id || ',' || substr(s.record, 2) as json
from changed s
