-- A scenario's fields as JSON text, with its infrastructure's name and its count of trains. Without an
-- electrical profile set it does not have that key.
create or replace function scenario_record(c scenario) returns text
language plpgsql stable parallel safe as $$
begin
  return (
    select json_strip_nulls(row_to_json(r))
    from (
      select c.id, c.study_id, c.name, c.description, c.infra_id, c.timetable_id,
        c.electrical_profile_set_id, c.tags,
        datetime_text(c.creation_date) as creation_date,
        datetime_text(c.last_modification) as last_modification,
        (select i.name from infra i where i.id = c.infra_id) as infra_name,
        (select count(*) from train_schedule t where t.timetable_id = c.timetable_id)
          + (select count(*) from paced_train t where t.timetable_id = c.timetable_id)
          as trains_count
    ) r
  );
end
$$;
