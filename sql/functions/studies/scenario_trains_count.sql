-- How many trains are in a scenario's timetable; null for a viewer who may not read the timetable.
create or replace function scenario_trains_count(c scenario, viewer_id bigint) returns bigint
language plpgsql stable parallel safe as $$
begin
  if not is_readable('timetable', c.timetable_id, viewer_id) then
    return null;
  end if;
  return (select count(*) from train_schedule t where t.timetable_id = c.timetable_id)
    + (select count(*) from paced_train t where t.timetable_id = c.timetable_id);
end
$$;
