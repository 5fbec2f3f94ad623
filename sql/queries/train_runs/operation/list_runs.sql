-- the trains of plan $2 of opened day $1, with those that are gone
select r.run, r.train, r.name, (extract(epoch from r.starts_at) * 1000)::float8 as start_ms, r.form,
  r.is_gone
from operation_run r
where r.operation_id = $1::bigint and r.plan = $2
order by r.run
