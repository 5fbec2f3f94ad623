-- adds users to a group, all or none; returns the outcome
select outcome, unknown_user_id from add_members($1::bigint, $2::bigint[], $3::boolean)
