-- Makes a collection (wanted_id null) or changes one, with its content if stocks are given: those stocks move in, and
-- stocks that an existing collection loses go to the default collection. All or nothing. The outcome: `saved`, with the
-- collection; `absent`: no such collection; `stale`: it is at another revision; `no_stock`: one of the stocks does not
-- exist; `unchecked`: a stock would leave or enter a collection whose rights were not checked, because others have
-- moved it meanwhile.
--
-- Whatever enters or leaves a collection locks it, the collections by id before the stocks: so stocks in locked
-- collections stay there, and every stock that is elsewhere is `unchecked`.
create or replace function save_rolling_stock_collection(
  wanted_id bigint,
  -- null keeps it
  given_name text,
  given_description text,
  -- null: any
  if_revision bigint,
  -- null keeps the content
  given_stock_ids bigint[],
  checked_ids bigint[],
  -- of a new collection; null: nobody
  owner_id bigint
) returns table (
  outcome text, missing_stock_id bigint, id bigint, name text, description text,
  is_default boolean, rolling_stock_ids bigint[], revision bigint
)
language plpgsql as $$
#variable_conflict use_column
declare
  saved rolling_stock_collection;
  saved_id bigint := wanted_id;
  default_id bigint;
  left_ids bigint[] := '{}';
  dropped_ids bigint[] := '{}';
  lost_id bigint;
begin
  perform from rolling_stock_collection c
  where c.id = any(checked_ids || wanted_id) order by c.id for no key update;

  if wanted_id is not null then
    select * into saved from rolling_stock_collection c where c.id = wanted_id;
    if not found then
      outcome := 'absent';
      return next;
      return;
    end if;
    if saved.revision <> if_revision then
      outcome := 'stale';
      revision := saved.revision;
      return next;
      return;
    end if;
  end if;

  if given_stock_ids is not null then
    select min(w.id) into lost_id
    from unnest(given_stock_ids) as w (id)
    where not exists (select from rolling_stock s where s.id = w.id);
    if lost_id is not null then
      outcome := 'no_stock';
      missing_stock_id := lost_id;
      return next;
      return;
    end if;
    select c.id into default_id from rolling_stock_collection c where c.is_default;
    left_ids := array(
      select distinct s.collection_id from rolling_stock s
      where s.id = any(given_stock_ids) and s.collection_id is distinct from wanted_id
    );
    dropped_ids := array(
      select s.id from rolling_stock s
      where s.collection_id = wanted_id and wanted_id <> default_id
        and s.id <> all(given_stock_ids)
    );
    if not left_ids <@ checked_ids
      or (cardinality(dropped_ids) > 0 and not array[default_id] <@ checked_ids) then
      outcome := 'unchecked';
      return next;
      return;
    end if;
  end if;

  if wanted_id is null then
    insert into rolling_stock_collection (name, description)
    values (given_name, coalesce(given_description, ''))
    returning rolling_stock_collection.id into saved_id;
    insert into resource_grant (resource_type, resource_id, subject_id, level, granted_by)
    select 'rolling_stock_collection', saved_id, owner_id, 'Owner', owner_id
    where owner_id is not null;
  else
    update rolling_stock_collection c set
      name = coalesce(given_name, c.name),
      description = coalesce(given_description, c.description),
      revision = c.revision + 1
    where c.id = wanted_id;
  end if;
  update rolling_stock s set collection_id = saved_id
  where s.id = any(given_stock_ids) and s.collection_id <> saved_id;
  update rolling_stock s set collection_id = default_id where s.id = any(dropped_ids);
  update rolling_stock_collection c set revision = c.revision + 1
  where c.id = any(left_ids) or (c.id = default_id and cardinality(dropped_ids) > 0);

  return query
    select 'saved', null::bigint, c.id, c.name, c.description, c.is_default,
      array(select s.id from rolling_stock s where s.collection_id = c.id order by s.id), c.revision
    from rolling_stock_collection c
    where c.id = saved_id;
end
$$;
