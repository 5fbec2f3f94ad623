-- one chunk of the faults found by an import, each as the JSON text that clients get
insert into infra_error (content_id, ordinal, is_warning, error_type, object_id, information)
select $1::bigint, $2::integer + n - 1, (fault ->> 'is_warning')::boolean, fault ->> 'error_type',
  fault ->> 'obj_id', information
from unnest(string_to_array($3::text, E'\x1e')) with ordinality as chunk (information, n)
cross join lateral (select information::jsonb as fault) as parsed
