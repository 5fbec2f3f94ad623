-- Writes down that a group of works or of temporary speed limits was made or is gone; it never changes. The
-- trigger names the event. Groups belong to no infrastructure: whoever looks at one is told.
create or replace function note_infra_group() returns trigger
language plpgsql as $$
begin
  insert into new_event (about_type, about_id, name, data)
  select 'every_infra', c.id, tg_argv[0], format(
    case tg_op
      when 'INSERT' then '{"created":[%s],"changed":[],"deleted":[]}'
      else '{"created":[],"changed":[],"deleted":[%s]}'
    end,
    c.id
  )
  from changed c;
  return null;
end
$$;

create or replace trigger note_insert after insert on work_schedule_group
referencing new table as changed for each statement execute function note_infra_group('work_schedules');
create or replace trigger note_delete after delete on work_schedule_group
referencing old table as changed for each statement execute function note_infra_group('work_schedules');

create or replace trigger note_insert after insert on temporary_speed_limit_group
referencing new table as changed for each statement execute function note_infra_group('temporary_speed_limits');
create or replace trigger note_delete after delete on temporary_speed_limit_group
referencing old table as changed for each statement execute function note_infra_group('temporary_speed_limits');
