-- one chunk of an import: items of consecutive signals, joined by record separators
insert into infra_signal
  (content_id, ordinal, obj_id, label, line_code, line_name, signaling_systems, settings, item)
select $1::bigint, $2::integer + n - 1,
  r.obj_id, r.label, r.line_code, r.line_name, r.signaling_systems, r.settings, item
from unnest(string_to_array($3::text, E'\x1e')) with ordinality as chunk (item, n)
cross join lateral json_to_record(item::json) as r (
  obj_id text, label text, line_code bigint, line_name text,
  signaling_systems text[], settings text[]
)
on conflict on constraint infra_signal_pkey do nothing
