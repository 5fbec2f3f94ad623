-- removes keys that count for nothing any more
delete from idempotency where created < now() - interval '1 day'
