-- replaces a sub-category ($5 null: any revision); no row: it does not exist; is_changed false: it is at another revision
with changed as (
  update sub_category set name = $2, main_category = $3, color = $4, revision = revision + 1
  where code = $1 and ($5::bigint is null or revision = $5)
  returning revision
)
select revision, true as is_changed from changed
union all
select s.revision, false from sub_category s
where s.code = $1 and not exists (select from changed)
