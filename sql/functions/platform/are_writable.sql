-- Whether a viewer may change all of these resources. No viewer means that authorization is disabled: true.
create or replace function are_writable(
  wanted_type resource_type,
  wanted_ids bigint[],
  viewer_id bigint
) returns boolean
language plpgsql stable parallel safe as $$
declare
  subjects bigint[] := subjects_of(viewer_id);
begin
  return viewer_id is null or not exists (
    select from (select distinct unnest(wanted_ids) as id) w
    where coalesce(effective_level(wanted_type, w.id, subjects) < 'Writer', true)
  );
end
$$;
