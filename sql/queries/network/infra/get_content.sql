-- the contents of infrastructures by id, and texts that no other content has, also not one of a database restored since
select i.id, i.content_id,
  c.id::text || '-' || (extract(epoch from c.created) * 1000)::bigint::text as content_key
from infra i
join infra_content c on c.id = i.content_id
where i.id = any($1::bigint[])
