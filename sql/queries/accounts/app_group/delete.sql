-- deletes a group; returns the outcome
select outcome, orphan_type, orphan_id from delete_group($1::bigint, $2::boolean)
