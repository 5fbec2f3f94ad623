-- one chunk of an import: consecutive objects of one list, joined by record separators, and their ids
insert into infra_object (content_id, object_type, ordinal, railjson, obj_id)
select $1::bigint, $2::smallint, $3::integer + n - 1, railjson, obj_id
from unnest(string_to_array($4::text, E'\x1e'), $5::text[]) with ordinality as chunk (railjson, obj_id, n)
