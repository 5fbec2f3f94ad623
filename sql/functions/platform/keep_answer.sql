-- Keeps a creation's answer under its caller's idempotency key, in the creation's own statement: both are stored or
-- neither. A second caller with the key waits here for the first, violates `idempotency_pkey`, which undoes all that it
-- has created, and then finds the first one's answer. Always true, so that it can be a condition.
create or replace function keep_answer(
  asker_id bigint,
  asker_key text,
  wanted_hash text,
  given_answer text
) returns boolean
language plpgsql as $$
begin
  delete from idempotency
  where user_id = asker_id and idempotency_key = asker_key
    and created < now() - interval '1 day';
  insert into idempotency (idempotency_key, user_id, body_hash, answer)
  values (asker_key, asker_id, wanted_hash, given_answer);
  return true;
end
$$;
