-- Whether a viewer may read a resource, as opposed to only knowing of it (MinimalMetadata: its name and description).
-- No viewer means that authorization is disabled: everything is readable.
create or replace function is_readable(
  wanted_type resource_type,
  wanted_id bigint,
  viewer_id bigint
) returns boolean
language plpgsql stable parallel safe as $$
begin
  return viewer_id is null
    or coalesce(effective_level(wanted_type, wanted_id, subjects_of(viewer_id)) >= 'Reader', false);
end
$$;
