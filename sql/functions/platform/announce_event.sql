-- Wakes the servers when a statement with an event commits; PostgreSQL sends one of equal messages.
create or replace function announce_event() returns trigger
language plpgsql as $$
begin
  notify marey_event;
  return null;
end
$$;

create or replace trigger announce after insert on new_event
for each row execute function announce_event();
