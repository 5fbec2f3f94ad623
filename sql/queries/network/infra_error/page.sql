-- the next faults of a content after one, as the JSON texts that clients get
select ordinal, information
from infra_error
where content_id = $1::bigint and ordinal > $2::integer
order by ordinal
limit $3::bigint
