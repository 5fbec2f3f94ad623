-- Takes the key of a batch creation, or tells what the creation that took it first has made. Null: the
-- key is free, or there is none.
--
-- The first caller's row is the lock: a second one waits for it. A request that fails uses no key up,
-- because whatever it raises undoes the key's row too.
create or replace function claim_idempotency_key(
  asker_id bigint,
  asker_key text,
  wanted_hash text
) returns bigint[]
language plpgsql as $$
declare
  made_ids bigint[];
  first_hash text;
begin
  if asker_key is null then
    return null;
  end if;
  delete from idempotency
  where user_id = asker_id and idempotency_key = asker_key
    and created < now() - interval '1 day';
  insert into idempotency (idempotency_key, user_id, body_hash, result_ids)
  values (asker_key, asker_id, wanted_hash, '{}')
  on conflict on constraint idempotency_pkey do nothing;
  if found then
    return null;
  end if;
  select body_hash, result_ids into first_hash, made_ids
  from idempotency
  where user_id = asker_id and idempotency_key = asker_key;
  if first_hash is distinct from wanted_hash then
    raise unique_violation using constraint = 'idempotency_key_reused';
  end if;
  return made_ids;
end
$$;
