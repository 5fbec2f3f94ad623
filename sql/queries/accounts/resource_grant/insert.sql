-- gives subject $5 (null: anybody) level $6 on a resource, if actor $1 may; returns the outcome
with answer as (
  select outcome, effective, made_id
  from create_grant($1::bigint, $2::boolean, $3::text::resource_type, $4::bigint, $5::bigint, $6::text::privilege_level)
)
-- a refusal leaves the key unused
select * from answer where case when outcome = 'done' then /* kept under the key */ true else true end
