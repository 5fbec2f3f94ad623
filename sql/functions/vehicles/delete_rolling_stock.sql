-- Deletes a rolling stock of the given collection, whose rights were checked, unless it is locked or, without force,
-- trains of scenarios name it: then `use_count` counts those scenarios and `usage` shows the ones that the viewer may
-- read, as a JSON array. No row: it is not there. Locks the collection first, like everything that moves stocks in or
-- out of it.
create or replace function delete_rolling_stock(
  doomed_id bigint,
  home_id bigint,
  is_forced boolean,
  viewer_id bigint
) returns table (outcome text, use_count bigint, usage text)
language plpgsql as $$
declare
  doomed rolling_stock;
  scenario_ids bigint[];
begin
  perform from rolling_stock_collection c where c.id = home_id for no key update;
  select * into doomed from rolling_stock s
  where s.id = doomed_id and s.collection_id = home_id for update;
  if not found then
    return;
  end if;
  if doomed.locked then
    return query select 'locked', 0::bigint, '[]';
    return;
  end if;
  if not is_forced then
    scenario_ids := scenarios_with_stock(doomed.name);
    if cardinality(scenario_ids) > 0 then
      return query select
        'used', cardinality(scenario_ids)::bigint, scenario_references(scenario_ids, viewer_id);
      return;
    end if;
  end if;
  delete from rolling_stock s where s.id = doomed_id;
  update rolling_stock_collection c set revision = c.revision + 1 where c.id = home_id;
  return query select 'deleted', 0::bigint, '[]';
end
$$;
