-- Pieces of texts that are too long for one statement: written one by one, read once by the statement
-- that the text is for, deleted by the request that wrote them. After a crash nobody wants them, so they
-- are in no log.
create unlogged table staged_piece (
  staged_id bigint not null,
  place integer not null,
  piece text not null,
  created timestamptz not null default now(),
  constraint staged_piece_pkey primary key (staged_id, place)
);
-- compressing what is read once takes longer than writing it
alter table staged_piece alter column piece set storage external;

-- Trains come as one text, and a creation answers their ids: the server has the rest. Keys of the
-- day before the upgrade whose answers were whole trains are forgotten.
delete from idempotency where answer like '{"json":"[%';
drop function if exists create_train_schedules(bigint, text[], text[], text[]);
drop function if exists create_paced_trains(bigint, text[], text[], text[]);
drop function if exists insert_train_schedules(bigint, text[], text[], text[]);
drop function if exists insert_paced_trains(bigint, text[], text[], text[]);
drop function if exists import_trains(bigint, text[], text[], text[], text[], text[], text[]);
