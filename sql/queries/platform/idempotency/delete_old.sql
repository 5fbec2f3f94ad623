-- removes expired keys
delete from idempotency where created < now() - interval '1 day'
