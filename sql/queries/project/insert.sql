-- creates a project of the fields $1 for its owner $2; viewer $3 sees it
select revision, answer as json from create_project($1::jsonb, $2::bigint, $3::bigint)
