-- Whether a row belongs to a content of an import that is used or that is younger than `oldest`.
create or replace function is_kept(
  base bigint, oldest timestamptz, made integer, ended int4multirange
) returns boolean
language sql stable as $$
  select exists (
    select from infra_content c
    where c.rows_of = base
      and is_in_content(c.steps, is_kept.made, is_kept.ended)
      and (c.created >= oldest or is_content_used(c.id))
  )
$$;
