-- Texts in their order; null for each text that has bytes_max bytes or more before it.
create or replace function bounded_texts(texts text[], bytes_max bigint) returns table (item text)
language sql immutable parallel safe as $$
  select case when measured.bytes_before < bytes_max then measured.item end
  from (
    select t.item, t.place,
      sum(octet_length(t.item)) over (order by t.place rows unbounded preceding) - octet_length(t.item) as bytes_before
    from unnest(texts) with ordinality as t (item, place)
  ) measured
  order by measured.place
$$;
