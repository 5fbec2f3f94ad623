-- gives timetable $1 a name (null: none) and a period $3 (null: none), by user $4, if it is at revision $5; no row: it is not
update timetable set
  name = $2,
  period = $3,
  modified_by = $4::bigint,
  modified_at = now(),
  revision = revision + (name is distinct from $2 or period is distinct from $3)::integer
where id = $1::bigint and revision = $5
returning revision
