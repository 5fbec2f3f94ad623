-- Since when a user has been allowed to follow a resource without a break: the later of the first grant and the first
-- role (one of `opening_roles`) still in force. What a group gives counts from the start of the membership. No user
-- means that authorization is disabled: since ever. Null: not allowed.
create or replace function looking_since(
  wanted_type resource_type,
  wanted_id bigint,
  wanted_user_id bigint,
  opening_roles text[]
) returns timestamptz
language sql stable parallel safe as $$
  with subject as (
    select unnest(array[0, wanted_user_id]) as key, '-infinity'::timestamptz as since
    union all
    select m.group_id, m.since from membership m where m.user_id = wanted_user_id
  )
  select case when wanted_user_id is null then '-infinity' else (
    select case when count(g) > 0 and count(r) > 0 then greatest(min(g), min(r)) end
    from (
      select greatest(s.since, g.granted_at) as g, null::timestamptz as r
      from subject s join resource_grant g on g.subject_key = s.key
      where g.resource_type = wanted_type and g.resource_id = wanted_id
      union all
      select null, greatest(s.since, r.since)
      from subject s join subject_role r on r.subject_id = s.key
      where r.app_role = any(opening_roles)
    ) given
  ) end
$$;
