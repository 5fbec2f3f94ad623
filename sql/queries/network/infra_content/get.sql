-- a content version, published or not, unless it has lost rows
select id as content_id, railjson_version, object_count, rows_of, steps::text,
  (extract(epoch from created) * 1000000)::bigint::text as created_us
from infra_content
where id = $1::bigint and not isempty(steps)
