-- The trains of both kinds, a kind being named like its table, each with the names of all rolling stocks that it asks
-- for. PostgreSQL inlines the body and reads only the wanted kind's table, by its indexes and in their order; a
-- condition on the kind in here would lose that order.
create or replace function trains()
returns table (
  kind text, id bigint, timetable_id bigint, rolling_stock_names text[], record text,
  modified_by bigint, modified_at timestamptz
)
language sql stable parallel safe as $$
  select 'train_schedule', s.id, s.timetable_id, array[s.rolling_stock_name], s.record,
    s.modified_by, s.modified_at
  from train_schedule s
  union all
  select 'paced_train', p.id, p.timetable_id, p.rolling_stock_names, p.record,
    p.modified_by, p.modified_at
  from paced_train p
$$;
