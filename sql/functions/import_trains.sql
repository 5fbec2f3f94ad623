-- Puts train schedules and paced trains into a timetable, all or none; answers their ids in the order of
-- the input. With an idempotency key that was used before it answers the ids made then, whatever has
-- become of the trains.
create or replace function import_trains(
  wanted_timetable_id bigint,
  rolling_stock_names text[],
  sub_category_codes text[],
  records text[],
  rolling_stock_lists text[],
  sub_category_lists text[],
  paced_records text[],
  asker_id bigint,
  asker_key text,
  wanted_hash text,
  out train_schedule_ids bigint[],
  out paced_train_ids bigint[]
)
language plpgsql as $$
declare
  made_ids bigint[] := claim_idempotency_key(asker_id, asker_key, wanted_hash);
begin
  if made_ids is null then
    made_ids :=
      insert_train_schedules(wanted_timetable_id, rolling_stock_names, sub_category_codes, records)
      || insert_paced_trains(
        wanted_timetable_id, rolling_stock_lists, sub_category_lists, paced_records
      );
    update idempotency set result_ids = made_ids
    where user_id = asker_id and idempotency_key = asker_key;
  end if;
  -- the same key means the same body, so as many of each kind
  train_schedule_ids := made_ids[:cardinality(records)];
  paced_train_ids := made_ids[cardinality(records) + 1:];
end
$$;
