-- whether opened day $1 still stands on plan $2
select exists (select from operation where id = $1::bigint and plan = $2) as is_there
