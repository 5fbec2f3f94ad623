-- A train as the JSON text that clients get. PostgreSQL inlines the expression.
create or replace function train_text(
  id bigint,
  timetable_id bigint,
  author_id bigint,
  author_name text,
  modified_at timestamptz,
  record text
) returns text
language sql stable parallel safe as $$
  select '{"id":' || id || ',"timetable_id":' || timetable_id || ','
    || modification_text(author_id, author_name, modified_at) || ',' || substr(record, 2)
$$;
