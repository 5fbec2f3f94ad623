-- gives rolling stock $1 of collection $2 a livery named $3, one of at most $4, with its picture of type $5; no row: the stock is not there
with answer as (
  select outcome, json
  from create_livery($1::bigint, $2::bigint, $3, $4::integer, $5, staged_text($6::bigint, $7::integer, $8))
)
-- a refusal leaves the key unused
select * from answer where case when outcome = 'created' then /* kept under the key */ true else true end
