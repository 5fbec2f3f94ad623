-- deletes an import that did not finish
delete from infra_content where id = $1::bigint and not is_published
