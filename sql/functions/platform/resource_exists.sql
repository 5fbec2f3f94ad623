-- Whether there is such a resource. Called only when a user has no level on it: a level comes from
-- a grant, and a grant does not outlive its resource.
create or replace function resource_exists(wanted_type resource_type, wanted_id bigint)
returns boolean
language plpgsql stable parallel safe as $$
begin
  return case wanted_type
    when 'group' then exists (select from app_group where id = wanted_id)
    when 'project' then exists (select from project where id = wanted_id)
    when 'study' then exists (select from study where id = wanted_id)
    when 'scenario' then exists (select from scenario where id = wanted_id)
    when 'timetable' then exists (select from timetable where id = wanted_id)
    when 'infra' then exists (select from infra where id = wanted_id)
    when 'rolling_stock_collection'
      then exists (select from rolling_stock_collection where id = wanted_id)
  end;
end
$$;
