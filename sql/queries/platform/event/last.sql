-- the place of the last event that has one
select greatest(h.place, (select max(e.place) from event e)) as place from event_horizon h
