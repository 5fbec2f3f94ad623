-- The object of a type with an id in a content (given by its rows' content and its steps); no row: there is none.
-- Ordered like the index of ids, so that the planner uses it, whatever it knows of a table that was just filled.
create or replace function object_in_content(
  rows_of bigint,
  steps int4multirange,
  wanted_type smallint,
  wanted_id text
) returns table (place tid, ordinal integer, railjson text)
language sql stable as $$
  select o.ctid, o.ordinal, o.railjson
  from infra_object o
  where o.content_id = rows_of and o.object_type = wanted_type and o.obj_id = wanted_id
    and is_in_content(steps, o.made, o.ended)
  order by o.made
  limit 1
$$;
