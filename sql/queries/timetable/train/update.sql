-- replaces the record of train $2 of kind $1 ($6 null: any revision) by user $7; $8: it has days $9, else it keeps those that it has; no row: nothing was changed
with changed_schedule as (
  update train_schedule set
    rolling_stock_name = ($3::text[])[1],
    sub_category_code = ($4::text[])[1],
    record = case when not $8 and days is not null then '{"days":' || days || ',' || substr($5, 2) else $5 end,
    days = case when $8 then $9 else days end,
    modified_by = $7,
    modified_at = now(),
    revision = revision + 1
  where act_as($7::bigint) and $1 = 'train_schedule' and id = $2::bigint and ($6::bigint is null or revision = $6)
  returning id, timetable_id, revision, modified_by, modified_at, record
), changed_paced as (
  update paced_train set
    rolling_stock_names = $3,
    sub_category_codes = $4,
    record = case when not $8 and days is not null then '{"days":' || days || ',' || substr($5, 2) else $5 end,
    days = case when $8 then $9 else days end,
    modified_by = $7,
    modified_at = now(),
    revision = revision + 1
  where act_as($7) and $1 = 'paced_train' and id = $2 and ($6 is null or revision = $6)
  returning id, timetable_id, revision, modified_by, modified_at, record
)
select t.revision,
  train_text(t.id, t.timetable_id, t.modified_by, u.name, t.modified_at, t.record) as json
from (select * from changed_schedule union all select * from changed_paced) t
left join app_user u on u.id = t.modified_by
