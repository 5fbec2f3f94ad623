-- the rows that the search looks through are there
update infra_content set is_searchable = true where id = $1::bigint
