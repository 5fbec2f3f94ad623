-- one page of the studies of project $2 that viewer $1 may know of (null: all) as JSON texts in order $3, and their count; no row: no such project
with known as materialized (
  select s.id, true as is_readable
  from study s
  where $1::bigint is null and s.project_id = $2::bigint
  union all
  select v.id, v.is_readable
  from visible_studies($1::bigint, $2::bigint) v
  where $1::bigint is not null
), ranked as (
  -- dates that are not shown must not decide the order either
  select s, known.is_readable, row_number() over (
    order by
      case when $3 = 'NameAsc' then s.name end collate "C",
      case when $3 = 'NameDesc' then s.name end collate "C" desc,
      case when $3 = 'CreationDateAsc' and known.is_readable then s.creation_date end,
      case when $3 = 'CreationDateDesc' and known.is_readable then s.creation_date end
        desc nulls last,
      case when $3 = 'LastModifiedAsc' and known.is_readable then s.last_modification end,
      case when $3 = 'LastModifiedDesc' and known.is_readable then s.last_modification end
        desc nulls last,
      s.id
  ) as place
  from known
  join study s on s.id = known.id
)
select
  (select count(*) from known) as count,
  coalesce((
    select array_agg(study_item(r.s, r.is_readable) order by r.place)
    from ranked r
    where r.place > $5::bigint and r.place <= $5::bigint + $4::bigint
  ), '{}') as results
from project p
where p.id = $2::bigint
