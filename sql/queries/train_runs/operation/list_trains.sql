-- the next trains of kind $3 of plan $2 of opened day $1 after an id, as many as fit in a number of rows and of bytes, at least one
select id, rolling_stock_names, record
from (
  select t.id, t.rolling_stock_names, t.record,
    sum(octet_length(t.record)) over (order by t.id rows unbounded preceding) - octet_length(t.record) as bytes_before
  from operation_train t
  where t.operation_id = $1::bigint and t.plan = $2 and t.kind = $3 and t.id > $4::bigint
  order by t.id
  limit $5::bigint
) page
where bytes_before < $6::bigint
order by id
