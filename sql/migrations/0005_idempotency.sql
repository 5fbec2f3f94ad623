-- Answers of batch creations by idempotency key: the mutation's own statement checks and writes the
-- row, so a client that did not see the answer can safely ask again for a day.
create table idempotency (
  idempotency_key text not null,
  -- who asked; 0 without an identity
  user_id bigint not null,
  body_hash text not null,
  result_ids bigint[] not null,
  created timestamptz not null default now(),
  constraint idempotency_pkey primary key (user_id, idempotency_key)
);
create index idempotency_created_idx on idempotency (created);
