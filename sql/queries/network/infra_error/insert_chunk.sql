-- one chunk of the faults that an import found, each as the JSON text that clients get, of objects of types $4 at places $5
insert into infra_error
  (content_id, ordinal, is_warning, error_type, object_id, information, object_type, object_ordinal)
select $1::bigint, $2::integer + n - 1, (fault ->> 'is_warning')::boolean, fault ->> 'error_type',
  fault ->> 'obj_id', information, object_type, object_ordinal
from unnest(string_to_array($3::text, E'\x1e'), $4::smallint[], $5::integer[])
  with ordinality as chunk (information, object_type, object_ordinal, n)
cross join lateral (select information::jsonb as fault) as parsed
