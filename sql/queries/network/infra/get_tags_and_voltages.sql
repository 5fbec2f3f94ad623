-- the speed limit tags and voltages found in an infrastructure, sorted by code point
select c.speed_limit_tags, c.voltages
from infra i
join infra_content c on c.id = i.content_id
where i.id = $1::bigint
