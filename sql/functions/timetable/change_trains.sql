-- Stores changes of trains of a timetable, all or none: no row if one of the known trains is gone or has another
-- revision than the given one. Known trains that no list replaces are removed. The lists are those of `insert_trains`
-- for new train schedules and for new paced trains; then, for each kind, the ids of the replaced trains and the same
-- lists for them.
--
-- It also returns what the changes were based on, so that a retry under the same idempotency key can answer it again.
create or replace function change_trains(
  wanted_timetable_id bigint,
  known_ids bigint[],
  known_revisions bigint[],
  author_id bigint,
  lists text[]
) returns table (
  made_ids bigint[],
  revisions bigint[],
  rolling_stock_names text[],
  records text,
  modified_at text
)
language plpgsql as $$
#variable_conflict use_column
declare
  schedule_ids bigint[] := string_to_array(lists[9], E'\x1e')::bigint[];
  paced_ids bigint[] := string_to_array(lists[14], E'\x1e')::bigint[];
  new_ids bigint[];
  replaced record;
begin
  perform act_as(author_id);
  -- in everyone's lock order: the timetable, train schedules by id, paced trains by id
  perform from timetable where id = wanted_timetable_id for key share;
  perform from train_schedule where id = any(known_ids) order by id for update;
  perform from paced_train where id = any(known_ids) order by id for update;
  select
    count(*) as count,
    array_agg(name.names order by known.n) as names,
    string_agg(t.record, E'\x1e' order by known.n) as records
  into replaced
  from unnest(known_ids, known_revisions) with ordinality as known (id, revision, n)
  join (
    select s.id, s.revision, array[s.rolling_stock_name] as names, s.record
    from train_schedule s where s.id = any(known_ids)
    union all
    select p.id, p.revision, p.rolling_stock_names, p.record
    from paced_train p where p.id = any(known_ids)
  ) t on t.id = known.id and t.revision = known.revision
  cross join lateral (select to_json(t.names)::text as names) name;
  if replaced.count < cardinality(known_ids) then
    return;
  end if;
  new_ids := insert_trains('train_schedule', wanted_timetable_id, author_id, lists[1:4])
    || insert_trains('paced_train', wanted_timetable_id, author_id, lists[5:8]);
  update train_schedule s set
    rolling_stock_name = t.stocks::json ->> 0,
    sub_category_code = t.sub_categories::json ->> 0,
    record = t.record,
    days = nullif(t.days, 'null'),
    modified_by = author_id,
    modified_at = now(),
    revision = s.revision + 1
  from unnest(
    schedule_ids, string_to_array(lists[10], E'\x1e'), string_to_array(lists[11], E'\x1e'),
    string_to_array(lists[12], E'\x1e'), string_to_array(lists[13], E'\x1e')
  ) as t (id, stocks, sub_categories, record, days)
  where s.id = t.id;
  update paced_train p set
    rolling_stock_names = array(select json_array_elements_text(t.stocks::json)),
    sub_category_codes = array(select json_array_elements_text(t.sub_categories::json)),
    record = t.record,
    days = nullif(t.days, 'null'),
    modified_by = author_id,
    modified_at = now(),
    revision = p.revision + 1
  from unnest(
    paced_ids, string_to_array(lists[15], E'\x1e'), string_to_array(lists[16], E'\x1e'),
    string_to_array(lists[17], E'\x1e'), string_to_array(lists[18], E'\x1e')
  ) as t (id, stocks, sub_categories, record, days)
  where p.id = t.id;
  delete from train_schedule where id = any(known_ids) and id <> all(schedule_ids);
  delete from paced_train where id = any(known_ids) and id <> all(paced_ids);
  return query select
    new_ids, known_revisions, coalesce(replaced.names, '{}'), coalesce(replaced.records, ''),
    datetime_text(now());
end
$$;
