-- Creates paced trains, all or none, and answers them as one JSON array in the order of the input. With
-- an idempotency key that was used before it answers what was made then.
create or replace function create_paced_trains(
  wanted_timetable_id bigint,
  rolling_stock_lists text[],
  sub_category_lists text[],
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
    made_ids := insert_paced_trains(
      wanted_timetable_id, rolling_stock_lists, sub_category_lists, records
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
    join paced_train s on s.id = made.id
  );
end
$$;
