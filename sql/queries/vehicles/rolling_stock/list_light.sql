-- one page of the light records that viewer $1 may see (null: all) as a text of JSON objects (null: more than $4 bytes), by id, how many of the page fit, and the count of all
with visible as materialized (
  select s.id
  from rolling_stock s
  where $1::bigint is null
    or s.collection_id in (select id from visible_resources('rolling_stock_collection', $1::bigint))
), page as materialized (
  select s.id,
    sum(octet_length(s.light_record)) over (order by s.id rows unbounded preceding) - octet_length(s.light_record) as bytes_before
  from (
    select *
    from rolling_stock
    where id in (select id from visible)
    order by id
    limit $2::bigint offset $3::bigint
  ) s
)
select
  (select count(*) from visible) as count,
  (select count(*) from page g where g.bytes_before < $4::bigint) as fitting_count,
  case when not exists (select from page g where g.bytes_before >= $4::bigint) then (
    select coalesce(string_agg(
      '{"id":' || s.id || ',"version":' || s.version || ',"locked":' || s.locked || ',' || stock_light_text(s.id, s.light_record), ','
      order by s.id
    ), '')
    from rolling_stock s
    where s.id in (select g.id from page g)
  ) end as results
