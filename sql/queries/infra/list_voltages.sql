-- every voltage of any infrastructure, sorted by code point
select coalesce(array_agg(distinct voltage collate "C" order by voltage collate "C"), '{}') as voltages
from infra i
join infra_content c on c.id = i.content_id
cross join unnest(c.voltages) as voltage
