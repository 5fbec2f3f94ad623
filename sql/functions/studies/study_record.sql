-- A study's fields as JSON text; one that is not readable shows its id, name and description.
create or replace function study_record(s study, is_readable boolean) returns text
language plpgsql stable parallel safe as $$
begin
  if not is_readable then
    return (select row_to_json(r) from (select s.id, s.name, s.description) r);
  end if;
  return (
    select row_to_json(r)
    from (
      select s.id, s.project_id, s.name, s.description, s.business_code, s.service_code,
        s.start_date, s.expected_end_date, s.actual_end_date, s.budget, s.tags, s.state,
        s.study_type,
        datetime_text(s.creation_date) as creation_date,
        datetime_text(s.last_modification) as last_modification
    ) r
  );
end
$$;
