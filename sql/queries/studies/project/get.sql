-- one project for viewer $2 (null: everything) as JSON text
select revision, answer as json from project_answer($1::bigint, $2::bigint)
