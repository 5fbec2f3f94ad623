-- the place of the last event
select event_head() as place
