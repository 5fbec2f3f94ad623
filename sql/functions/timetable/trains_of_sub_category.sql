-- The train schedules and paced trains that name a sub-category, even if only in an exception.
create or replace function trains_of_sub_category(wanted_code text)
returns table (id bigint, timetable_id bigint)
language sql stable parallel safe as $$
  select s.id, s.timetable_id from train_schedule s where s.sub_category_code = wanted_code
  union all
  select p.id, p.timetable_id from paced_train p
  where p.sub_category_codes <> '{}' and p.sub_category_codes @> array[wanted_code]
$$;
