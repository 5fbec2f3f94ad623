-- marks a content whose rows for the search have been written
update infra_content set is_searchable = true where id = $1::bigint
