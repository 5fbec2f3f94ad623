-- removes users from a group, all or none; returns the outcome
select outcome, unknown_user_id, orphan_type, orphan_id
from remove_members($1::bigint, $2::bigint[], $3::boolean)
