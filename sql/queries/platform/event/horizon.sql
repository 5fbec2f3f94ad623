-- the last place that was pruned
select place from event_horizon
