-- Records a statement's changes of trains, with the trains as they were (table train_history). When the timetable
-- itself is deleted, nothing can be undone.
create or replace function keep_train_history() returns trigger
language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into train_history (timetable_id, kind, act, train_ids, revisions, author_id)
    select c.timetable_id, tg_table_name, 'created', array_agg(c.id order by c.id),
      array_agg(c.revision order by c.id), acting_user()
    from changed c
    join timetable t on t.id = c.timetable_id
    group by c.timetable_id;
  elsif tg_op = 'UPDATE' then
    insert into train_history (timetable_id, kind, act, train_ids, revisions, records, author_id)
    select w.timetable_id, tg_table_name, 'changed', array_agg(w.id order by w.id),
      array_agg(c.revision order by w.id), array_agg(w.record order by w.id), acting_user()
    from was w
    join changed c on c.id = w.id
    join timetable t on t.id = w.timetable_id
    group by w.timetable_id;
  else
    insert into train_history (timetable_id, kind, act, train_ids, revisions, records, author_id)
    select w.timetable_id, tg_table_name, 'deleted', array_agg(w.id order by w.id),
      array_agg(w.revision order by w.id), array_agg(w.record order by w.id), acting_user()
    from was w
    join timetable t on t.id = w.timetable_id
    group by w.timetable_id;
  end if;
  return null;
end
$$;

create or replace trigger keep_insert after insert on train_schedule
referencing new table as changed for each statement execute function keep_train_history();
create or replace trigger keep_update after update on train_schedule
referencing old table as was new table as changed for each statement execute function keep_train_history();
create or replace trigger keep_delete after delete on train_schedule
referencing old table as was for each statement execute function keep_train_history();

create or replace trigger keep_insert after insert on paced_train
referencing new table as changed for each statement execute function keep_train_history();
create or replace trigger keep_update after update on paced_train
referencing old table as was new table as changed for each statement execute function keep_train_history();
create or replace trigger keep_delete after delete on paced_train
referencing old table as was for each statement execute function keep_train_history();
