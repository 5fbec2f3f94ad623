-- Wakes the servers when a statement with an event commits. PostgreSQL lets transactions that notify commit one
-- after the other, which takes more than half of all writes of a busy database; so of those that overlap one
-- notifies for all, and who is woken looks a second time a little later.
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
