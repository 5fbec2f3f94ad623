-- one page of the collections that viewer $1 may see (null: all) and their count; a page without rows is one row with a null id
with visible as materialized (
  select c.id
  from rolling_stock_collection c
  where $1::bigint is null
    or c.id in (select id from visible_resources('rolling_stock_collection', $1::bigint))
)
select total.count, page.*
from (select count(*) from visible) total
left join lateral (
  select c.id, c.name, c.description, c.is_default,
    array(select s.id from rolling_stock s where s.collection_id = c.id order by s.id) as rolling_stock_ids
  from rolling_stock_collection c
  where c.id in (select id from visible)
  order by c.id
  limit $2::bigint offset $3::bigint
) page on true
order by page.id
