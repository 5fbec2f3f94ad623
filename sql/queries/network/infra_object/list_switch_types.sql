-- extended switch types of an infrastructure, in file order
select o.railjson
from infra i
join infra_object o on o.content_id = i.content_id and o.object_type = 1
where i.id = $1::bigint
order by o.ordinal
