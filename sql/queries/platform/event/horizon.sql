-- the place of the last pruned event
select place from event_horizon
