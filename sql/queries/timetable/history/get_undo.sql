-- what undoes change $2 of trains of timetable $1, as a JSON text of changes, null beyond $3 bytes of records; and the collections of the stocks that it shows; no row: there is no such change
select
  case when size.bytes <= $3::bigint then (
    select '{"changes":[' || string_agg(
      case h.act
        when 'deleted' then '{"added":' || t.record || '}'
        else '{"kind":"' || h.kind || '","id":' || t.train_id || ',"version":"\"' || t.revision || '\"",'
          || case h.act
            when 'created' then '"removed":true}'
            else '"train":' || t.record || '}'
          end
      end, ',' order by t.n
    ) || ']}'
    from unnest(h.train_ids, h.revisions, h.records) with ordinality as t (train_id, revision, record, n)
  ) end as json,
  size.bytes,
  stock_collections(h.records) as collection_ids
from train_history h
cross join lateral (
  select coalesce(sum(octet_length(r)), 0)::bigint as bytes from unnest(h.records) r
) size
where h.id = $2::bigint and h.timetable_id = $1::bigint
