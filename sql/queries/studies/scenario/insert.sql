-- creates a scenario with the fields $3 in study $2 of project $1 for its owner $4; viewer $5 sees it; no row: no such study
with answer as (
  select revision, answer as json
  from create_scenario($1::bigint, $2::bigint, $3::jsonb, $4::bigint, $5::bigint)
)
select * from answer where /* kept under the key */ true
