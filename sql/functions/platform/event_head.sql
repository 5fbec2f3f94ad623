-- The place of the last committed event.
create or replace function event_head() returns bigint
language plpgsql as $$
begin
  perform place_events();
  return (select greatest(h.place, (select max(e.place) from event e)) from event_horizon h);
end
$$;
