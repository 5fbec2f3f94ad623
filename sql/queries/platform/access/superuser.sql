-- standings of a caller who may do everything (authorization is disabled) on $1, $2: Owner of whatever exists
select coalesce(array_agg(
  case when resource_exists(w.type::resource_type, w.id) then 'Owner' else 'absent' end order by w.n
), '{}') as standings
from unnest($1::text[], $2::bigint[]) with ordinality as w (type, id, n)
