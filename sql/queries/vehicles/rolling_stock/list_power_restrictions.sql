-- every power restriction code of the rolling stocks that viewer $1 may see (null: all), sorted by code point, as JSON texts with commas (null: more than $2 bytes), how many of them fit, and their count
with measured as materialized (
  select t.code,
    sum(octet_length(t.code)) over (order by t.code rows unbounded preceding) - octet_length(t.code) as bytes_before
  from (
    select distinct code collate "C" as code
    from rolling_stock s
    cross join unnest(s.power_restriction_codes) as code
    where $1::bigint is null
      or s.collection_id in (select id from visible_resources('rolling_stock_collection', $1::bigint))
  ) t
)
select
  (select count(*) from measured) as count,
  (select count(*) from measured m where m.bytes_before < $2::bigint) as fitting_count,
  case when not exists (select from measured m where m.bytes_before >= $2::bigint) then (
    select coalesce(string_agg(to_json(m.code)::text, ',' order by m.code), '') from measured m
  ) end as results
