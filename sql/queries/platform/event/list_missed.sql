-- the next events of resource $1, $2 after place $3, up to place $4, at most $5 bytes or one, and the last place that user $6 (null: anybody) can no longer get, because it was pruned or is from before the user could follow (by roles $7); without events one row with a null place
select h.place as untold_place, p.place, p.name, p.data
from (
  select greatest(e.place, (
    select max(b.place) from event b
    where b.resource_type = $1::text::resource_type and b.resource_id = $2::bigint
      and b.place > $3::bigint and b.place <= $4::bigint
      and b.created < s.since
  )) as place
  from event_horizon e
  cross join lateral (
    select coalesce(
      looking_since($1::text::resource_type, $2::bigint, $6::bigint, $7::text[]), 'infinity'
    ) as since
  ) s
) h
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
