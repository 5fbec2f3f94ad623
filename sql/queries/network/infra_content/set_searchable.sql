-- marks a content whose search rows have been written
update infra_content set is_searchable = true where id = $1::bigint
