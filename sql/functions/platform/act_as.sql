-- Sets the user who makes the changes of this statement (null: nobody is signed in), for `acting_user`. Always true, so
-- that it can be a condition.
create or replace function act_as(author_id bigint) returns boolean
language plpgsql as $$
begin
  perform set_config('marey.author_id', coalesce(author_id::text, ''), true);
  return true;
end
$$;
