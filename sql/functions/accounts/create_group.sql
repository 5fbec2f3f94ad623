-- Makes a group with application roles; its creator becomes the Owner. Returns its id.
create or replace function create_group(creator_id bigint, wanted_name text, app_roles text[])
returns bigint
language plpgsql as $$
declare
  made_id bigint;
begin
  insert into subject default values returning id into made_id;
  insert into app_group (id, name) values (made_id, wanted_name);
  insert into subject_role (subject_id, app_role)
  select distinct made_id, r.app_role from unnest(app_roles) as r (app_role);
  if creator_id is not null then
    insert into resource_grant (resource_type, resource_id, subject_id, level, granted_by)
    values ('group', made_id, creator_id, 'Owner', creator_id);
  end if;
  return made_id;
end
$$;
