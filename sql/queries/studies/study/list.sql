-- one page of the studies of project $2 that viewer $1 may know of (null: all) as a text of JSON objects (null: more than $6 bytes) in order $3, how many of the page fit, and the count of all; no row: no such project
with known as materialized (
  select s.id, true as is_readable
  from study s
  where $1::bigint is null and s.project_id = $2::bigint
  union all
  select v.id, v.is_readable
  from visible_studies($1::bigint, $2::bigint) v
  where $1::bigint is not null
), ranked as (
  -- dates that are not shown must not affect the order either
  select s.id, known.is_readable, row_number() over (
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
), page as materialized (
  -- read in order and one by one, so that nothing beyond the byte limit is composed
  select g.place, g.json,
    sum(octet_length(g.json)) over (rows unbounded preceding) - octet_length(g.json) as bytes_before
  from (
    select r.place, (select study_item(s, r.is_readable) from study s where s.id = r.id) as json
    from (
      select *
      from ranked
      where place > $5::bigint and place <= $5::bigint + $4::bigint
      order by place
    ) r
    offset 0
  ) g
), beyond as materialized (
  select g.place from page g where g.bytes_before >= $6::bigint limit 1
)
select
  (select count(*) from known) as count,
  case when exists (select from beyond)
    then (select b.place - 1 - $5::bigint from beyond b)
    else (select count(*) from page)
  end as fitting_count,
  case when not exists (select from beyond) then (
    select coalesce(string_agg(g.json, ',' order by g.place), '') from page g
  ) end as results
from project p
where p.id = $2::bigint
