-- the other collections that change when stocks $2 become the content of collection $1 (null: of a new one)
select coalesce(array_agg(touched.id), '{}') as ids
from (
  select s.collection_id as id
  from rolling_stock s
  where s.id = any($2::bigint[]) and s.collection_id is distinct from $1::bigint
  union
  select d.id
  from rolling_stock_collection d
  where d.is_default and d.id <> $1::bigint
    and exists (
      select from rolling_stock s
      where s.collection_id = $1::bigint and s.id <> all($2::bigint[])
    )
) touched
