-- Who last changed a timetable or one of its trains, and when.
create or replace function timetable_change(
  wanted_id bigint, out author_id bigint, out at timestamptz
)
language sql stable parallel safe as $$
  select c.author_id, c.at
  from (
    select t.modified_by as author_id, t.modified_at as at from timetable t where t.id = wanted_id
    union all
    select c.changed_by, c.changed_at from train_change c where c.timetable_id = wanted_id
  ) c
  order by c.at desc nulls last
  limit 1
$$;
