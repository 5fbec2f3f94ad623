-- the contents of infrastructures by id: the steps and the import that made them, and texts unique to the import, even across a database restored since
select i.id, i.content_id,
  b.id::text || '-' || (extract(epoch from b.created) * 1000)::bigint::text as base_key,
  c.type_steps::bigint[], upper(c.steps) - 1 as last_step
from infra i
join infra_content c on c.id = i.content_id
join infra_content b on b.id = c.rows_of
where i.id = any($1::bigint[])
