-- replaces a sub-category ($5 null: any revision), unless trains have it that viewer $6 (null: anybody) may not change; returns how it ended; no row: it does not exist
with used as materialized (
  select count(*) as use_count, array_agg(distinct t.timetable_id) as timetable_ids
  from trains_of_sub_category($1) t
), allowed as materialized (
  select are_writable('timetable', timetable_ids, $6::bigint) as is_allowed from used
), changed as (
  update sub_category set name = $2, main_category = $3, color = $4, revision = revision + 1
  where code = $1 and ($5::bigint is null or revision = $5) and (select is_allowed from allowed)
  returning revision
)
select 'changed' as outcome, revision, 0 as use_count from changed
union all
select case when a.is_allowed then 'stale' else 'used' end, s.revision, u.use_count
from sub_category s, used u, allowed a
where s.code = $1 and not exists (select from changed)
