-- The next events after a place, of all resources: as many as fit in a number of bytes, at least one.
create or replace function read_events(after_place bigint, bytes_max bigint)
returns table (
  place bigint, resource_type text, resource_id bigint, name text, data text, age_ms double precision
)
language plpgsql as $$
begin
  perform place_events();
  return query
    select p.place, p.resource_type::text, p.resource_id, p.name, p.data,
      (extract(epoch from clock_timestamp() - p.created) * 1000)::double precision
    from (
      select e.*, sum(octet_length(e.data)) over (order by e.place rows unbounded preceding)
        - octet_length(e.data) as bytes_before
      from event e
      where e.place > after_place
      order by e.place
      limit 10000
    ) p
    where p.bytes_before < bytes_max
    order by p.place;
end
$$;
