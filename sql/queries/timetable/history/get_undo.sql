-- what undoes change $2 of trains of timetable $1, as a JSON text of changes, null beyond $3 bytes of records; and the collections of the stocks that it shows; no row: there is no such change
select
  case when size.bytes <= $3::bigint then (
    select '{"changes":[' || string_agg(
      case h.act
        when 'deleted' then '{"added":' || t.record || '}'
        else '{"kind":"' || h.kind || '","id":' || t.train_id || ',"version":"\"' || t.revision || '\"",'
          || case h.act
            when 'created' then '"removed":true}'
            else '"train":' || case
              -- a replacement without days keeps those that there are
              when t.record not like '{"days":%' and now.days is not null
              then '{"days":null,' || substr(t.record, 2)
              else t.record
            end || '}'
          end
      end, ',' order by t.n
    ) || ']}'
    from unnest(h.train_ids, h.revisions, h.records) with ordinality as t (train_id, revision, record, n)
    left join lateral (
      select s.days from train_schedule s where s.id = t.train_id
      union all
      select p.days from paced_train p where p.id = t.train_id
    ) now on true
  ) end as json,
  size.bytes,
  stock_collections(h.records) as collection_ids
from train_history h
cross join lateral (
  select coalesce(sum(octet_length(r)), 0)::bigint as bytes from unnest(h.records) r
) size
where h.id = $2::bigint and h.timetable_id = $1::bigint
