-- deletes the events that are older than $1 seconds
select prune_events($1::double precision)
