-- What a grant on a parent gives on its children: the same, but the right to create children of the
-- parent is no more than reading on each of them.
create or replace function inherited_level(level privilege_level) returns privilege_level
language sql immutable parallel safe as $$
  select case when level = 'Creator' then 'Reader' else level end
$$;
