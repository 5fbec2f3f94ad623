-- A study as lists and single answers show it: its fields and the count of its scenarios. A reader of a
-- study may read its scenarios, so they are counted without looking at grants.
create or replace function study_item(s study, is_readable boolean) returns text
language plpgsql stable parallel safe as $$
begin
  return case when is_readable
    then left(study_record(s, true), -1) || ',"scenarios_count":'
      || (select count(*) from scenario c where c.study_id = s.id) || '}'
    else study_record(s, false)
  end;
end
$$;
