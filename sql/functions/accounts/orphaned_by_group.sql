-- A resource that loses its last owner when a group has no more members; no row: there is none. `is_group_kept` false:
-- the group is deleted too, so nobody has to own it.
create or replace function orphaned_by_group(wanted_group_id bigint, is_group_kept boolean)
returns table (resource_type text, resource_id bigint)
language sql stable as $$
  select g.resource_type::text, g.resource_id
  from resource_grant g
  where g.subject_id = wanted_group_id and g.level = 'Owner'
    and (is_group_kept or not (g.resource_type = 'group' and g.resource_id = wanted_group_id))
    and not has_other_owner(g.resource_type, g.resource_id, g.id, wanted_group_id)
  order by g.resource_type, g.resource_id
  limit 1
$$;
