-- one page of the trains of opened day $1, those of name $2 alone (null: all), and the count; a page without rows is one row with a null run
with runs as (
  select r.run, r.train, r.name, r.starts_at, r.is_gone
  from operation o
  join operation_run r on r.operation_id = o.id and r.plan = o.plan
  where o.id = $1::bigint and ($2::text is null or r.name = $2)
)
select total.count, page.*
from (select count(*) from runs) total
left join lateral (
  select r.run, r.train, r.name, datetime_text(r.starts_at) as start, r.is_gone
  from runs r
  order by r.run
  limit $3::bigint offset $4::bigint
) page on true
order by page.run
