-- tells all servers who watches what, a text $1 for each resource
select pg_notify('marey_event', text) from unnest($1::text[]) text
