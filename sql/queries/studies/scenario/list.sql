-- one page of the scenarios of study $3 of project $2 that viewer $1 may see (null: all) as a text of JSON objects (null: more than $7 bytes) in order $4, how many of the page fit, and the count of all; no row: no such study
with ranked as materialized (
  select c.id, row_number() over (
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
), page as materialized (
  -- read in order and one by one, so that nothing beyond the byte limit is composed
  select g.place, g.json,
    sum(octet_length(g.json)) over (rows unbounded preceding) - octet_length(g.json) as bytes_before
  from (
    select r.place, (select scenario_record(c, $1::bigint) from scenario c where c.id = r.id) as json
    from (
      select *
      from ranked
      where place > $6::bigint and place <= $6::bigint + $5::bigint
      order by place
    ) r
    offset 0
  ) g
), beyond as materialized (
  select g.place from page g where g.bytes_before >= $7::bigint limit 1
)
select
  (select count(*) from ranked) as count,
  case when exists (select from beyond)
    then (select b.place - 1 - $6::bigint from beyond b)
    else (select count(*) from page)
  end as fitting_count,
  case when not exists (select from beyond) then (
    select coalesce(string_agg(g.json, ',' order by g.place), '') from page g
  ) end as results
from study s
where s.id = $3::bigint and s.project_id = $2::bigint
