-- Whether an infrastructure has the content, or an opened day stands on it.
create or replace function is_content_used(wanted_content_id bigint) returns boolean
language sql stable as $$
  select exists (select from infra i where i.content_id = wanted_content_id)
    or exists (select from operation o where o.content_id = wanted_content_id)
$$;
