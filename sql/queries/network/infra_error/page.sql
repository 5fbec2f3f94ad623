-- the next faults of a content after one (object type $2, place $3 in its list, ordinal $4), as the JSON texts that clients get
select e.object_type, e.object_ordinal, e.ordinal, e.information
from infra_content c
join infra_error e on e.content_id = c.rows_of and is_in_content(c.steps, e.made, e.ended)
where c.id = $1::bigint
  and (e.object_type, e.object_ordinal, e.ordinal) > ($2::smallint, $3::integer, $4::integer)
order by e.object_type, e.object_ordinal, e.ordinal
limit $5::bigint
