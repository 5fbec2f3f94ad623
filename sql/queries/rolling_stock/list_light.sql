-- one page of light records as JSON texts, by id, and the count of all
select
  (select count(*) from rolling_stock) as count,
  coalesce((
    select array_agg(page.json order by page.id)
    from (
      select id, '{"id":' || id || ',"version":' || version || ',"locked":' || locked || ',' || substr(light_record, 2) as json
      from rolling_stock
      order by id
      limit $1::bigint offset $2::bigint
    ) page
  ), '{}') as results
