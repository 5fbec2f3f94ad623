-- The collections of all rolling stocks that train records name, including in their exceptions.
create or replace function stock_collections(records text[]) returns bigint[]
language sql stable parallel safe as $$
  select coalesce(array_agg(distinct r.collection_id), '{}')
  from (
    select distinct n.name #>> '{}' as name
    from unnest(records) as t (record)
    cross join lateral jsonb_path_query(t.record::jsonb, '$.**.rolling_stock_name') as n (name)
  ) named
  join rolling_stock r on r.name = named.name
$$;
