-- A point in time as clients get it: RFC 3339 in UTC, to the millisecond.
create or replace function datetime_text(at timestamptz) returns text
language sql stable parallel safe as $$
  select to_char(at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
$$;
