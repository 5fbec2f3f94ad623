-- Every creation can be made under an idempotency key. What the first caller's statement answered is kept
-- as it is, so the second caller gets the same whatever has become of the record meanwhile. Keys of
-- the day before the upgrade are forgotten: they hold ids where answers are needed.
delete from idempotency;
alter table idempotency drop column result_ids;
alter table idempotency add column answer text not null;

-- they took the key themselves
drop function if exists create_train_schedules(bigint, text[], text[], text[], bigint, text, text);
drop function if exists create_paced_trains(bigint, text[], text[], text[], bigint, text, text);
drop function if exists import_trains(
  bigint, text[], text[], text[], text[], text[], text[], bigint, text, text
);
drop function if exists claim_idempotency_key(bigint, text, text);
