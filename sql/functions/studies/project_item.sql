-- A project as lists and single answers show it: its fields and the count of its studies. A reader of a
-- project may read its studies, so they are counted without looking at grants.
create or replace function project_item(p project, is_readable boolean) returns text
language plpgsql stable parallel safe as $$
begin
  return case when is_readable
    then left(project_record(p, true), -1) || ',"studies_count":'
      || (select count(*) from study s where s.project_id = p.id) || '}'
    else project_record(p, false)
  end;
end
$$;
