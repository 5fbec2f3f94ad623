-- one chunk of an import: consecutive objects of one list
insert into infra_object (content_id, object_type, ordinal, railjson)
select $1::bigint, $2::smallint, $3::integer + n - 1, railjson
from unnest($4::text[]) with ordinality as chunk (railjson, n)
