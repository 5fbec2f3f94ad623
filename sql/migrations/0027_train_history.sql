-- What changed trains, for as long as events are kept: one row for each statement, timetable and kind of train, with the
-- records before it, so that it can be taken back. There is no foreign key to the timetable: its lock, taken after that
-- of a train, could deadlock with a deletion of the timetable. Rows go with the events of their time.
create table train_history (
  id bigint generated always as identity constraint train_history_pkey primary key,
  timetable_id bigint not null,
  -- of trains: name of their table
  kind text not null,
  -- created, changed, deleted
  act text not null,
  train_ids bigint[] not null,
  -- after it; of those that are gone the last
  revisions bigint[] not null,
  -- before it; null: created
  records text[],
  author_id bigint,
  at timestamptz not null default now()
);
create index train_history_timetable_id_idx on train_history (timetable_id, id);
create index train_history_at_idx on train_history (at);
