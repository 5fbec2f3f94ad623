-- creates a study with the fields $2 in project $1 for its owner $3; viewer $4 sees it; no row: no such project
with answer as (
  select revision, answer as json from create_study($1::bigint, $2::jsonb, $3::bigint, $4::bigint)
)
select * from answer where /* kept under the key */ true
