-- The name of a scenario's infrastructure; null for a viewer who may not read the infrastructure.
create or replace function scenario_infra_name(c scenario, viewer_id bigint) returns text
language plpgsql stable parallel safe as $$
begin
  if not is_readable('infra', c.infra_id, viewer_id) then
    return null;
  end if;
  return (select i.name from infra i where i.id = c.infra_id);
end
$$;
