-- the infrastructures of scenarios
select id, infra_id from scenario where id = any($1::bigint[])
