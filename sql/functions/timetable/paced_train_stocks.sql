-- Keeps the rolling stocks of paced trains by name (table paced_train_stock). Most changes of a train do not change its
-- stocks.
create or replace function paced_train_stocks() returns trigger
language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    delete from paced_train_stock s using changed c
    where s.paced_train_id = c.id and s.name <> all (c.rolling_stock_names);
  elsif tg_op = 'DELETE' then
    delete from paced_train_stock s using changed c where s.paced_train_id = c.id;
    return null;
  end if;
  insert into paced_train_stock (paced_train_id, name, timetable_id)
  select c.id, n.name, c.timetable_id
  from changed c
  cross join unnest(c.rolling_stock_names) as n (name)
  on conflict on constraint paced_train_stock_pkey do nothing;
  return null;
end
$$;

create or replace trigger list_insert after insert on paced_train
referencing new table as changed for each statement execute function paced_train_stocks();
create or replace trigger list_update after update on paced_train
referencing new table as changed for each statement execute function paced_train_stocks();
create or replace trigger list_delete after delete on paced_train
referencing old table as changed for each statement execute function paced_train_stocks();
