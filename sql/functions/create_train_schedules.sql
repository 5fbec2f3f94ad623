-- Creates train schedules, all or none, and answers them as one JSON array in the order of the input.
create or replace function create_train_schedules(
  wanted_timetable_id bigint,
  rolling_stock_names text[],
  sub_category_codes text[],
  records text[]
) returns text
language plpgsql as $$
declare
  made_ids bigint[] := insert_train_schedules(
    wanted_timetable_id, rolling_stock_names, sub_category_codes, records
  );
begin
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
