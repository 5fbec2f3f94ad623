-- Deletes events that are older than some time, and keeps the last of their places; deletes the history of trains of
-- that age too.
create or replace function prune_events(kept_s double precision) returns void
language plpgsql as $$
begin
  -- nobody could notice that events without a place are missing
  perform place_events();
  delete from train_history h where h.at < clock_timestamp() - make_interval(secs => kept_s);
  with gone as (
    delete from event e
    where e.created < clock_timestamp() - make_interval(secs => kept_s)
    returning e.place
  )
  update event_horizon h set place = greatest(h.place, g.place)
  from (select max(place) as place from gone) g
  where g.place is not null;
end
$$;
