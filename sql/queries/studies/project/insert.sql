-- creates a project with the fields $1 for its owner $2; viewer $3 sees it
with answer as (
  select revision, answer as json from create_project($1::jsonb, $2::bigint, $3::bigint)
)
select * from answer where /* kept under the key */ true
