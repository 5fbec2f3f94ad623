-- a second infrastructure on the same (immutable) content
insert into infra (name, content_id, version, generated_version)
select $2, content_id, version, generated_version
from infra
where id = $1::bigint
returning id
