-- the next objects of a content (its rows' content $1, its steps $6) after one in the order of a RailJSON document, as many as fit in a number of rows and of bytes, at least one: one row a list, its texts joined by commas
select object_type, max(ordinal) as ordinal, count(*)::integer as count,
  string_agg(railjson, ',' order by ordinal) as railjson
from (
  select object_type, ordinal, railjson,
    sum(octet_length(railjson)) over (order by object_type, ordinal rows unbounded preceding) - octet_length(railjson) as bytes_before
  from infra_object
  where content_id = $1::bigint and (object_type, ordinal) > ($2::smallint, $3::integer)
    and is_in_content($6::text::int4multirange, made, ended)
  order by object_type, ordinal
  limit $4::bigint
) page
where bytes_before < $5::bigint
group by object_type
order by object_type
