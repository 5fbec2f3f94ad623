-- Whether a row that was added by step `made` and removed by the steps `ended` (null: none) belongs to a content with
-- these steps.
create or replace function is_in_content(steps int4multirange, made integer, ended int4multirange)
returns boolean
language sql immutable parallel safe as $$
  select steps @> made and (ended is null or not steps && ended)
$$;
