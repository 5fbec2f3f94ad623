-- Replaces the form of a rolling stock of the given collection, whose rights were checked, and moves it to the target
-- (the same: it stays). No row: it is not there. The version covers only the form: engine caches are keyed by it, and
-- do not depend on who may see a stock.
--
-- Whatever enters or leaves a collection locks the collections first, by id, then the stock.
create or replace function update_rolling_stock(
  wanted_id bigint,
  home_id bigint,
  target_id bigint,
  if_version bigint,
  given_name text,
  given_locked boolean,
  given_codes text[],
  given_modes text[],
  given_record text,
  given_light_record text
) returns table (outcome text, version bigint, "json" text)
language plpgsql as $$
#variable_conflict use_column
declare
  was rolling_stock;
  becomes rolling_stock;
begin
  if target_id <> home_id then
    perform from rolling_stock_collection c
    where c.id in (home_id, target_id) order by c.id for no key update;
    if not exists (select from rolling_stock_collection c where c.id = target_id) then
      return query select 'no_collection', null::bigint, null::text;
      return;
    end if;
  end if;
  select * into was from rolling_stock s
  where s.id = wanted_id and s.collection_id = home_id for no key update;
  if not found then
    return;
  end if;
  if was.locked then
    return query select 'locked', was.version, null::text;
    return;
  end if;
  if was.version <> if_version then
    return query select 'stale', was.version, null::text;
    return;
  end if;
  update rolling_stock s set
    name = given_name,
    version = s.version + case when s.record is distinct from given_record then 1 else 0 end,
    locked = coalesce(given_locked, s.locked),
    power_restriction_codes = given_codes,
    electric_modes = given_modes,
    record = given_record,
    light_record = given_light_record,
    collection_id = target_id
  where s.id = wanted_id
  returning s.* into becomes;
  update rolling_stock_collection c set revision = c.revision + 1
  where target_id <> home_id and c.id in (home_id, target_id);
  return query select 'changed', becomes.version,
    '{"id":' || becomes.id || ',"version":' || becomes.version || ',"locked":' || becomes.locked
    || ',' || substr(left(becomes.record, -1), 2) || ',"liveries":' || livery_texts(becomes.id) || '}';
end
$$;
