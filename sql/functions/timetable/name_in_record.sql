-- The name of a train as in its JSON text, its first 1000 signs: where it stands is known, so a long record is not searched,
-- nor unpacked as a whole. Labels stand behind it. PostgreSQL inlines the expression.
create or replace function name_in_record(record text, days text) returns text
language sql immutable parallel safe as $$
  select split_part(
    substr(record, coalesce(length(days) + length('"days":,'), 0) + length('{"train_name":"') + 1, 1000),
    '","labels":', 1
  )
$$;
