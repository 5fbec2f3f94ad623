-- deletes a group; returns how it ended
select outcome, orphan_type, orphan_id from delete_group($1::bigint, $2::boolean)
