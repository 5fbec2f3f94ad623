-- The user who makes the changes of this statement; null: nobody, or `act_as` was not called.
create or replace function acting_user() returns bigint
language sql stable parallel safe as $$
  select nullif(current_setting('marey.author_id', true), '')::bigint
$$;
