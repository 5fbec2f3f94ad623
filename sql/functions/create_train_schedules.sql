-- Creates train schedules, all or none, and answers them as one JSON array in the order of the input.
--
-- With an idempotency key the first caller's row is the lock: a second one waits for it, then answers
-- the trains that the first one made (as they are now). A request that fails uses no key up, because
-- whatever is raised here undoes the key's row too.
create or replace function create_train_schedules(
  wanted_timetable_id bigint,
  rolling_stock_names text[],
  records text[],
  asker_id bigint,
  asker_key text,
  wanted_hash text
) returns text
language plpgsql as $$
declare
  made_ids bigint[];
  first_hash text;
begin
  if asker_key is not null then
    delete from idempotency
    where user_id = asker_id and idempotency_key = asker_key
      and created < now() - interval '1 day';
    insert into idempotency (idempotency_key, user_id, body_hash, result_ids)
    values (asker_key, asker_id, wanted_hash, '{}')
    on conflict on constraint idempotency_pkey do nothing;
    if not found then
      select body_hash, result_ids into first_hash, made_ids
      from idempotency
      where user_id = asker_id and idempotency_key = asker_key;
      if first_hash is distinct from wanted_hash then
        raise unique_violation using constraint = 'idempotency_key_reused';
      end if;
    end if;
  end if;

  if made_ids is null then
    -- the share lock keeps the timetable until the trains are in
    perform from timetable where id = wanted_timetable_id for key share;
    if not found then
      raise foreign_key_violation using
        constraint = 'train_schedule_timetable_fkey',
        detail = format('Key (timetable_id)=(%s) is not present.', wanted_timetable_id);
    end if;
    select coalesce(array_agg(nextval('resource_id')), '{}') into made_ids
    from generate_series(1, cardinality(records));
    insert into train_schedule (id, timetable_id, rolling_stock_name, record)
    select t.id, wanted_timetable_id, t.rolling_stock_name, t.record
    from unnest(made_ids, rolling_stock_names, records) as t (id, rolling_stock_name, record);
    update idempotency set result_ids = made_ids
    where user_id = asker_id and idempotency_key = asker_key;
  end if;

  return (
    select '[' || coalesce(string_agg(
      '{"id":' || s.id || ',"timetable_id":' || s.timetable_id || ',' || substr(s.record, 2),
      ',' order by made.n
    ), '') || ']'
    from unnest(made_ids) with ordinality as made (id, n)
    join train_schedule s on s.id = made.id
  );
end
$$;
