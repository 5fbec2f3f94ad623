-- the names of rolling stocks of plan $2 of opened day $1 that have changed since, or are gone
select s.name
from operation_stock s
left join rolling_stock r on r.name = s.name
where s.operation_id = $1::bigint and s.plan = $2 and s.record is distinct from r.record
order by s.name collate "C"
