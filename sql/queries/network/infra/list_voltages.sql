-- every voltage of the infrastructures that viewer $1 may see (null: all), sorted by code point
select coalesce(array_agg(distinct voltage collate "C" order by voltage collate "C"), '{}') as voltages
from infra i
join infra_content c on c.id = i.content_id
cross join unnest(c.voltages) as voltage
where $1::bigint is null or i.id in (select id from visible_resources('infra', $1::bigint))
