-- Deletes all the given paced trains, or none when some do not exist; answers how many do not.
-- Rows are locked in id order, so that two overlapping batches can't deadlock.
create or replace function delete_paced_trains(doomed_ids bigint[]) returns bigint
language plpgsql as $$
declare
  missing_count bigint;
begin
  with wanted as (select distinct unnest(doomed_ids) as id),
  locked as (
    select s.id
    from paced_train s
    where s.id in (select id from wanted)
    order by s.id
    for update
  )
  select (select count(*) from wanted) - (select count(*) from locked) into missing_count;
  if missing_count = 0 then
    delete from paced_train where id = any(doomed_ids);
  end if;
  return missing_count;
end
$$;
