-- Deletes all the given trains of a kind, or none if some do not exist; returns how many do not. Rows are locked in id
-- order, so that two overlapping batches can't deadlock.
create or replace function delete_trains(kind text, doomed_ids bigint[], author_id bigint)
returns bigint
language plpgsql as $$
declare
  missing_count bigint;
begin
  perform act_as(author_id);
  with wanted as (select distinct unnest(doomed_ids) as id),
  locked_schedules as (
    select s.id from train_schedule s
    where kind = 'train_schedule' and s.id in (select id from wanted)
    order by s.id
    for update
  ),
  locked_paced as (
    select p.id from paced_train p
    where kind = 'paced_train' and p.id in (select id from wanted)
    order by p.id
    for update
  )
  select (select count(*) from wanted)
    - (select count(*) from locked_schedules) - (select count(*) from locked_paced)
  into missing_count;
  if missing_count = 0 then
    -- an id is in one table only, and all were found in that of the kind
    delete from train_schedule where id = any(doomed_ids);
    delete from paced_train where id = any(doomed_ids);
  end if;
  return missing_count;
end
$$;
