-- records once whether a content can't be compiled
update infra_content set is_faulty = $2::boolean where id = $1::bigint and is_faulty is null
