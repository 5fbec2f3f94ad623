-- Records an event: it has become known whether the content of infrastructures can be computed on.
create or replace function note_infra_state() returns trigger
language plpgsql as $$
begin
  insert into new_event (about_type, about_id, name, data)
  select 'infra', i.id, 'infra', format(
    '{"version":"%s","state":"%s"}', i.version, case when new.is_faulty then 'ERROR' else 'CACHED' end
  )
  from infra i where i.content_id = new.id;
  return null;
end
$$;

create or replace trigger note_state after update of is_faulty on infra_content
for each row when (old.is_faulty is null and new.is_faulty is not null)
execute function note_infra_state();
