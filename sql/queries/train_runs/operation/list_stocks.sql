-- the rolling stocks of plan $2 of opened day $1 named $3: where they are now decides who may see them, or where they were, or would be without a place
select s.stock_id as id, 0 as version, s.name, s.record,
  coalesce(
    (select r.collection_id from rolling_stock r where r.id = s.stock_id),
    (select c.id from rolling_stock_collection c where c.id = s.collection_id),
    (select c.id from rolling_stock_collection c where c.is_default)
  ) as collection_id
from operation_stock s
where s.operation_id = $1::bigint and s.plan = $2 and s.name = any($3::text[])
