-- The keys of all subjects whose grants and roles count for a user: the user, its groups, and 0 for anybody.
create or replace function subjects_of(wanted_user_id bigint) returns bigint[]
language sql stable parallel safe as $$
  select array[0, wanted_user_id] || array(
    select m.group_id from membership m where m.user_id = wanted_user_id
  )
$$;
