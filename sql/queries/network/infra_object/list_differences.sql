-- The objects in which content $2 differs from the newest of the contents $1 that it was made from by edits: first
-- removed ones, then the others in the order of their lists. No row: there is no such content; one row without an
-- object: nothing differs. A content without steps has lost rows.
with source as (
  select c.id, c.rows_of, c.steps as from_steps, next.steps as to_steps
  from infra_content next
  join infra_content c on c.rows_of = next.rows_of and next.steps @> c.steps
  where next.id = $2::bigint and c.id = any($1::bigint[]) and not isempty(c.steps)
  order by c.id desc
  limit 1
), changed as (
  select o.object_type, o.ordinal, o.obj_id, o.railjson, is_before, is_after
  from source s
  join infra_object o on o.content_id = s.rows_of and (o.made > 0 or o.ended is not null)
  cross join lateral (
    select is_in_content(s.from_steps, o.made, o.ended) as is_before,
      is_in_content(s.to_steps, o.made, o.ended) as is_after
  ) kept
  where is_before <> is_after
), rows as (
  select object_type, ordinal, obj_id, 'delete' as kind, null as railjson
  from changed gone
  where is_before and not exists (
    select from changed made
    where made.is_after and made.object_type = gone.object_type and made.ordinal = gone.ordinal
  )
  union all
  select object_type, ordinal, obj_id,
    case
      when exists (
        select from changed gone
        where gone.is_before and gone.object_type = made.object_type and gone.ordinal = made.ordinal
      ) then 'update'
      else 'create'
    end,
    railjson
  from changed made
  where is_after
)
select s.id as from_content_id, r.object_type, r.obj_id, r.kind, r.railjson
from source s
left join rows r on true
order by r.kind = 'delete' desc, r.object_type, r.ordinal
