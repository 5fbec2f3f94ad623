-- A scenario's fields as JSON text for a viewer (null: everything): with its infrastructure's name and its number of
-- trains, each null if the viewer may not read the infrastructure or the timetable. Without an electrical profile set
-- that key is absent.
create or replace function scenario_record(c scenario, viewer_id bigint) returns text
language plpgsql stable parallel safe as $$
begin
  return (
    select left(json_strip_nulls(row_to_json(r))::text, -1)
      || ',"infra_name":' || coalesce(to_json(scenario_infra_name(c, viewer_id))::text, 'null')
      || ',"trains_count":' || coalesce(scenario_trains_count(c, viewer_id)::text, 'null') || '}'
    from (
      select c.id, c.study_id, c.name, c.description, c.infra_id, c.timetable_id,
        c.electrical_profile_set_id, c.tags,
        datetime_text(c.creation_date) as creation_date,
        datetime_text(c.last_modification) as last_modification
    ) r
  );
end
$$;
