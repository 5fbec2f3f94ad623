-- The resources of a type without parents that a user may read: only grants on them count.
create or replace function visible_resources(wanted_type resource_type, viewer_id bigint)
returns table (id bigint)
language sql stable as $$
  select distinct g.resource_id
  from unnest(subjects_of(viewer_id)) as viewer (subject_key)
  join resource_grant g using (subject_key)
  where g.resource_type = wanted_type
$$;
