-- those of some contents that no infrastructure has
select id
from unnest($1::bigint[]) id
where not exists (select from infra i where i.content_id = id)
