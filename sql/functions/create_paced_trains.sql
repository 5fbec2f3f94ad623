-- Creates paced trains, all or none, and answers them as one JSON array in the order of the input.
create or replace function create_paced_trains(
  wanted_timetable_id bigint,
  rolling_stock_lists text[],
  sub_category_lists text[],
  records text[]
) returns text
language plpgsql as $$
declare
  made_ids bigint[] := insert_paced_trains(
    wanted_timetable_id, rolling_stock_lists, sub_category_lists, records
  );
begin
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
