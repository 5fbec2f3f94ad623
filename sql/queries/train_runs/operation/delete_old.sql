-- closes days that ended, and were opened, more than $1 days ago
delete from operation
where greatest(ends_at, opened_at) < now() - make_interval(days => $1::integer)
