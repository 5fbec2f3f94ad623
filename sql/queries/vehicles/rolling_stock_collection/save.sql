-- makes a collection ($1 null) or changes one; $5 (null: unchanged) becomes its content, from collections $6; returns the outcome
with answer as (
  select outcome, missing_stock_id, id, name, description, is_default, rolling_stock_ids, revision
  from save_rolling_stock_collection(
    $1::bigint, $2::text, $3::text, $4::bigint, $5::bigint[], $6::bigint[], $7::bigint
  )
)
-- a refusal leaves the key unused
select * from answer where case when outcome = 'saved' then /* kept under the key */ true else true end
