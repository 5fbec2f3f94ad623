-- Records an event, named by the trigger: a group of works or of temporary speed limits was made, changed or deleted.
-- Groups belong to no infrastructure, so the readers of every infrastructure get it.
create or replace function note_infra_group() returns trigger
language plpgsql as $$
begin
  insert into new_event (about_type, about_id, name, data)
  select 'every_infra', c.id, tg_argv[0], format(
    case tg_op
      when 'INSERT' then '{"created":[%s],"changed":[],"deleted":[]}'
      when 'UPDATE' then '{"created":[],"changed":[%s],"deleted":[]}'
      else '{"created":[],"changed":[],"deleted":[%s]}'
    end,
    c.id
  )
  from changed c;
  return null;
end
$$;
