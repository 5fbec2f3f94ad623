-- extended switch types of an infrastructure, in file order
select o.railjson
from infra i
join infra_content c on c.id = i.content_id
join infra_object o on o.content_id = c.rows_of and o.object_type = 1
  and is_in_content(c.steps, o.made, o.ended)
where i.id = $1::bigint
order by o.ordinal
