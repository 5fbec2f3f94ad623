-- one chunk of an import: consecutive objects of one list, joined by record separators
insert into infra_object (content_id, object_type, ordinal, railjson)
select $1::bigint, $2::smallint, $3::integer + n - 1, railjson
from unnest(string_to_array($4::text, E'\x1e')) with ordinality as chunk (railjson, n)
