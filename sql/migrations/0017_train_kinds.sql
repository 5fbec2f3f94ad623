-- Trains of both kinds are inserted and deleted by one function each (`insert_trains`, `delete_trains`).

drop function if exists insert_train_schedules(bigint, text[]);
drop function if exists insert_paced_trains(bigint, text[]);
drop function if exists delete_train_schedules(bigint[]);
drop function if exists delete_paced_trains(bigint[]);
