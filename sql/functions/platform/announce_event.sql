-- Wakes the servers when a statement with an event commits. PostgreSQL commits transactions that notify one after
-- another, which takes more than half the time of all writes of a busy database. So one of several overlapping
-- transactions notifies for all, and a woken server looks again a little later.
create or replace function announce_event() returns trigger
language plpgsql as $$
begin
  if pg_try_advisory_xact_lock(7100003) then
    notify marey_event;
  end if;
  return null;
end
$$;

create or replace trigger announce after insert on new_event
for each row execute function announce_event();
