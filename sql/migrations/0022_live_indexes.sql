-- One key of either kind of train, so that one statement writes both. It begins with the train schedule; what
-- goes with a paced train is found by an index of its own.
alter table acknowledgement
  drop constraint acknowledgement_train_schedule_id_key,
  drop constraint acknowledgement_paced_train_id_key,
  add constraint acknowledgement_train_key
    unique nulls not distinct (train_schedule_id, paced_train_id, infra_id);
create index acknowledgement_paced_train_id_idx on acknowledgement (paced_train_id);

-- From one timetable of a stock to the next, however many trains there are in between.
drop index train_schedule_rolling_stock_name_idx;
create index train_schedule_rolling_stock_name_idx
  on train_schedule (rolling_stock_name, timetable_id);
