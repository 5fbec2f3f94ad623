-- one chunk of an import: lines, joined by record separators
insert into infra_line (content_id, ordinal, line_code, line_name, west, south, east, north)
select $1::bigint, $2::integer + n - 1, r.line_code, r.line_name, r.west, r.south, r.east, r.north
from unnest(string_to_array($3::text, E'\x1e')) with ordinality as chunk (item, n)
cross join lateral json_to_record(item::json) as r (
  line_code bigint, line_name text,
  west double precision, south double precision, east double precision, north double precision
)
on conflict on constraint infra_line_pkey do nothing
