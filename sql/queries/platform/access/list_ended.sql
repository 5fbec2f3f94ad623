-- which followers (user $1, null: everybody may read; resource $2, $3; by place in the lists) may no longer follow, by grants or by roles ($4 opens resources of type $5), or whose resource is gone
select q.n, resource_exists(q.type::resource_type, q.id) as is_there
from (
  select w.*, case when w.user_id is not null then subjects_of(w.user_id) end as subjects
  from unnest($1::bigint[], $2::text[], $3::bigint[])
    with ordinality as w (user_id, type, id, n)
) q
where not case
  when q.user_id is null then resource_exists(q.type::resource_type, q.id)
  else coalesce(effective_level(q.type::resource_type, q.id, q.subjects) >= 'Reader', false)
    and exists (
      select from unnest($4::text[], $5::text[]) as o (app_role, type)
      join subject_role r on r.app_role = o.app_role
      where o.type = q.type and r.subject_id = any(q.subjects)
    )
end
