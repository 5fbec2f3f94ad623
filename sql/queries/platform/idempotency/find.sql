-- the answer that user $1 got under key $2 within a day
select body_hash, answer from idempotency
where user_id = $1::bigint and idempotency_key = $2 and created >= now() - interval '1 day'
