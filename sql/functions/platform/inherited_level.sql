-- The level on its children that a grant on a parent gives: the same, except that the right to create children gives
-- only reading on each of them.
create or replace function inherited_level(level privilege_level) returns privilege_level
language sql immutable parallel safe as $$
  select case when level = 'Creator' then 'Reader' else level end
$$;
