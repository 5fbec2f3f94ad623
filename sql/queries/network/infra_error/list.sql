-- one page of an infrastructure's faults as the JSON texts that clients get, and their count
with found as (
  select e.ordinal, e.information
  from infra i
  join infra_error e on e.content_id = i.content_id
  where i.id = $1::bigint
    and ($2::boolean is null or e.is_warning = $2)
    and ($3::text is null or e.error_type = $3)
    and ($4::text is null or e.object_id = $4)
)
select
  (select count(*) from found) as count,
  coalesce((
    select array_agg(page.information order by page.ordinal)
    from (select * from found order by ordinal limit $5::bigint offset $6::bigint) page
  ), '{}') as results
