-- voltages $2 and every electric mode of the rolling stocks that viewer $1 may see (null: all), each once and sorted by code point, as JSON texts with commas (null: more than $3 bytes), how many of them fit, and their count
with measured as materialized (
  select t.mode,
    sum(octet_length(t.mode)) over (order by t.mode rows unbounded preceding) - octet_length(t.mode) as bytes_before
  from (
    select mode collate "C" as mode
    from rolling_stock s
    cross join unnest(s.electric_modes) as mode
    where $1::bigint is null
      or s.collection_id in (select id from visible_resources('rolling_stock_collection', $1::bigint))
    union
    select unnest($2::text[]) collate "C"
  ) t
)
select
  (select count(*) from measured) as count,
  (select count(*) from measured m where m.bytes_before < $3::bigint) as fitting_count,
  case when not exists (select from measured m where m.bytes_before >= $3::bigint) then (
    select coalesce(string_agg(to_json(m.mode)::text, ',' order by m.mode), '') from measured m
  ) end as results
