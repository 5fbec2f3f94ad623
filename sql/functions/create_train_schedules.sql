-- Creates train schedules, all or none, and answers them as one JSON array in the order of the input.
-- With an idempotency key that was used before it answers the trains made then (as they are now).
create or replace function create_train_schedules(
  wanted_timetable_id bigint,
  rolling_stock_names text[],
  sub_category_codes text[],
  records text[],
  asker_id bigint,
  asker_key text,
  wanted_hash text
) returns text
language plpgsql as $$
declare
  made_ids bigint[] := claim_idempotency_key(asker_id, asker_key, wanted_hash);
begin
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
    insert into train_schedule (id, timetable_id, rolling_stock_name, sub_category_code, record)
    select t.id, wanted_timetable_id, t.rolling_stock_name, t.sub_category_code, t.record
    from unnest(made_ids, rolling_stock_names, sub_category_codes, records)
      as t (id, rolling_stock_name, sub_category_code, record);
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
