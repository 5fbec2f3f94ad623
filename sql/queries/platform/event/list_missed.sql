-- the next events of resource $1, $2 after place $3, up to place $4, at most $5 bytes or one, and the last place that was pruned; without any one row with a null place
select h.place as pruned_place, p.place, p.name, p.data
from event_horizon h
left join lateral (
  select e.place, e.name, e.data,
    sum(octet_length(e.data)) over (order by e.place rows unbounded preceding)
      - octet_length(e.data) as bytes_before
  from event e
  where e.resource_type = $1::text::resource_type and e.resource_id = $2::bigint
    and e.place > $3::bigint and e.place <= $4::bigint
  order by e.place
  limit 10000
) p on p.bytes_before < $5::bigint
order by p.place
