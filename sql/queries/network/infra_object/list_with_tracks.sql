-- objects $3 of type $2 of a content and the tracks that they name at JSON path $4 (null: none), as JSON arrays that are null above $5 bytes together; the first of the ids that does not exist
with found as materialized (
  select asked.n, asked.obj_id, o.railjson
  from unnest($3::text[]) with ordinality as asked (obj_id, n)
  join infra_content c on c.id = $1::bigint
  left join lateral object_in_content(c.rows_of, c.steps, $2::smallint, asked.obj_id) o on true
), named as materialized (
  -- of signals and waypoints without making jsonb of them
  select distinct railjson::json ->> 'track' as track_id from found where $4::text = '$.track'
  union all
  select distinct track #>> '{}'
  from found
  cross join lateral jsonb_path_query(found.railjson::jsonb, $4::text::jsonpath) as track
  where $4::text <> '$.track'
), on_tracks as materialized (
  select t.ordinal, t.railjson
  from named
  join infra_content c on c.id = $1::bigint
  cross join lateral object_in_content(c.rows_of, c.steps, 0::smallint, named.track_id) t
), total as (
  select coalesce(sum(octet_length(railjson)), 0)::bigint as bytes
  from (select railjson from found union all select railjson from on_tracks) as texts
)
select
  total.bytes,
  (select obj_id from found where railjson is null order by n limit 1) as missing_id,
  case when total.bytes <= $5::bigint then (
    select '[' || coalesce(string_agg(railjson, ',' order by n), '') || ']' from found
  ) end as objects,
  case when total.bytes <= $5::bigint then (
    select '[' || coalesce(string_agg(railjson, ',' order by ordinal), '') || ']' from on_tracks
  ) end as tracks
from total
