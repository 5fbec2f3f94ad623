-- one page of an infrastructure's faults as the JSON texts that clients get, and their count
with found as (
  select e.object_type, e.object_ordinal, e.ordinal, e.information
  from infra i
  join infra_content c on c.id = i.content_id
  join infra_error e on e.content_id = c.rows_of and is_in_content(c.steps, e.made, e.ended)
  where i.id = $1::bigint
    and ($2::boolean is null or e.is_warning = $2)
    and ($3::text is null or e.error_type = $3)
    and ($4::text is null or e.object_id = $4)
)
select
  (select count(*) from found) as count,
  coalesce((
    select array_agg(page.information order by object_type, object_ordinal, ordinal)
    from (select * from found order by object_type, object_ordinal, ordinal limit $5::bigint offset $6::bigint) page
  ), '{}') as results
