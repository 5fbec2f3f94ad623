-- changes grant $5 of a resource to level $6 (null: revokes it), if actor $1 may; returns the outcome
select outcome, effective
from change_grant($1::bigint, $2::boolean, $3::text::resource_type, $4::bigint, $5::bigint, $6::text::privilege_level)
