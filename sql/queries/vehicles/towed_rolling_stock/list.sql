-- one page of the towed rolling stocks as JSON texts, by id, and the count of all
select
  (select count(*) from towed_rolling_stock) as count,
  coalesce((
    select array_agg(towed_rolling_stock_answer(page) order by page.id)
    from (
      select * from towed_rolling_stock order by id limit $1::bigint offset $2::bigint
    ) page
  ), '{}') as results
