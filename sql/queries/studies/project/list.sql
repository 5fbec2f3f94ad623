-- one page of the projects that viewer $1 may know of (null: all) as JSON texts in order $2, and their count
with known as materialized (
  select p.id, true as is_readable from project p where $1::bigint is null
  union all
  select v.id, v.is_readable from visible_projects($1::bigint) v where $1::bigint is not null
), ranked as (
  -- dates that are not shown must not decide the order either
  select p, known.is_readable, row_number() over (
    order by
      case when $2 = 'NameAsc' then p.name end collate "C",
      case when $2 = 'NameDesc' then p.name end collate "C" desc,
      case when $2 = 'CreationDateAsc' and known.is_readable then p.creation_date end,
      case when $2 = 'CreationDateDesc' and known.is_readable then p.creation_date end
        desc nulls last,
      case when $2 = 'LastModifiedAsc' and known.is_readable then p.last_modification end,
      case when $2 = 'LastModifiedDesc' and known.is_readable then p.last_modification end
        desc nulls last,
      p.id
  ) as place
  from known
  join project p on p.id = known.id
)
select
  (select count(*) from known) as count,
  coalesce((
    select array_agg(project_item(r.p, r.is_readable) order by r.place)
    from ranked r
    where r.place > $4::bigint and r.place <= $4::bigint + $3::bigint
  ), '{}') as results
