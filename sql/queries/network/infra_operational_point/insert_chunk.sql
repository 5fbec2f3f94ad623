-- one chunk of an import: items of consecutive operational points, joined by record separators
insert into infra_operational_point
  (content_id, ordinal, obj_id, name, uic, ci, ch, trigram, item)
select $1::bigint, $2::integer + n - 1, r.obj_id, r.name, r.uic, r.ci, r.ch, r.trigram, item
from unnest(string_to_array($3::text, E'\x1e')) with ordinality as chunk (item, n)
cross join lateral json_to_record(item::json) as r
  (obj_id text, name text, uic bigint, ci bigint, ch text, trigram text)
on conflict on constraint infra_operational_point_pkey do nothing
