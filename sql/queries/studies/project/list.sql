-- one page of the projects that viewer $1 may know of (null: all) as a text of JSON objects (null: more than $5 bytes) in order $2, how many of the page fit, and the count of all
with known as materialized (
  select p.id, true as is_readable from project p where $1::bigint is null
  union all
  select v.id, v.is_readable from visible_projects($1::bigint) v where $1::bigint is not null
), ranked as (
  -- dates that are not shown must not affect the order either
  select p.id, known.is_readable, row_number() over (
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
), page as materialized (
  -- read in order and one by one, so that nothing beyond the byte limit is composed
  select g.place, g.json,
    sum(octet_length(g.json)) over (rows unbounded preceding) - octet_length(g.json) as bytes_before
  from (
    select r.place, (select project_item(p, r.is_readable) from project p where p.id = r.id) as json
    from (
      select *
      from ranked
      where place > $4::bigint and place <= $4::bigint + $3::bigint
      order by place
    ) r
    offset 0
  ) g
), beyond as materialized (
  select g.place from page g where g.bytes_before >= $5::bigint limit 1
)
select
  (select count(*) from known) as count,
  case when exists (select from beyond)
    then (select b.place - 1 - $4::bigint from beyond b)
    else (select count(*) from page)
  end as fitting_count,
  case when not exists (select from beyond) then (
    select coalesce(string_agg(g.json, ',' order by g.place), '') from page g
  ) end as results
