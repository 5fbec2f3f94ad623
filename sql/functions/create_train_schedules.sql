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
    made_ids := insert_train_schedules(
      wanted_timetable_id, rolling_stock_names, sub_category_codes, records
    );
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
