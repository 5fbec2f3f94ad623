-- the given contents that no infrastructure has and no opened day stands on
select c.id
from unnest($1::bigint[]) as c (id)
where not is_content_used(c.id)
