-- one page of the scenarios of study $3 of project $2 that viewer $1 may see (null: all) as JSON texts in order $4, and their count; no row: no such study
with ranked as materialized (
  select c, row_number() over (
    order by
      case when $4 = 'NameAsc' then c.name end collate "C",
      case when $4 = 'NameDesc' then c.name end collate "C" desc,
      case when $4 = 'CreationDateAsc' then c.creation_date end,
      case when $4 = 'CreationDateDesc' then c.creation_date end desc,
      case when $4 = 'LastModifiedAsc' then c.last_modification end,
      case when $4 = 'LastModifiedDesc' then c.last_modification end desc,
      c.id
  ) as place
  from scenario c
  where c.study_id = $3::bigint
    and ($1::bigint is null or c.id in (select v.id from visible_scenarios($1::bigint) v))
)
select
  (select count(*) from ranked) as count,
  coalesce((
    select array_agg(scenario_record(r.c, $1::bigint) order by r.place)
    from ranked r
    where r.place > $6::bigint and r.place <= $6::bigint + $5::bigint
  ), '{}') as results
from study s
where s.id = $3::bigint and s.project_id = $2::bigint
