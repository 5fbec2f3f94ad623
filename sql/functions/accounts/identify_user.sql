-- The user of an identity, made on first sight. Usually this is one read; of concurrent first sights all but one fail
-- on the unique identity and read again, so 64 at once make one user.
create or replace function identify_user(given_identity text, given_name text)
returns table (id bigint, name text)
language plpgsql as $$
#variable_conflict use_column
declare
  new_id bigint;
begin
  loop
    return query
      select u.id, u.name from app_user u
      where u.identity_id = given_identity and (given_name = '' or u.name = given_name);
    if found then
      return;
    end if;
    return query
      update app_user u set name = given_name
      where u.identity_id = given_identity and given_name <> ''
      returning u.id, u.name;
    if found then
      return;
    end if;
    begin
      insert into subject default values returning subject.id into new_id;
      insert into app_user (id, identity_id, name)
      values (new_id, given_identity, coalesce(nullif(given_name, ''), given_identity));
    exception when unique_violation then
      -- another request has made the user meanwhile: the loop finds it (the subject is rolled back with this block)
    end;
  end loop;
end
$$;
