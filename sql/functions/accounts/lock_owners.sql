-- Serializes everything that can take an Owner away: revoking, lowering, emptying or deleting a group. Otherwise two
-- requests that each leave the other's owner as the last one would both pass. A lock on the resource's row is not
-- enough: a group may become an owner while it is being emptied.
create or replace function lock_owners() returns void
language sql as $$
  select pg_advisory_xact_lock(7100002)
$$;
