-- one page of the light records that viewer $1 may see (null: all) as JSON texts, by id, and the count of those
with visible as materialized (
  select s.id
  from rolling_stock s
  where $1::bigint is null
    or s.collection_id in (select id from visible_resources('rolling_stock_collection', $1::bigint))
)
select
  (select count(*) from visible) as count,
  coalesce((
    select array_agg(page.json order by page.id)
    from (
      select s.id, '{"id":' || s.id || ',"version":' || s.version || ',"locked":' || s.locked || ',' || substr(s.light_record, 2) as json
      from rolling_stock s
      where s.id in (select id from visible)
      order by s.id
      limit $2::bigint offset $3::bigint
    ) page
  ), '{}') as results
