-- the given contents that no infrastructure has
select c.id
from unnest($1::bigint[]) as c (id)
where not exists (select from infra i where i.content_id = c.id)
