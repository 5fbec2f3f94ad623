-- drops the pieces of a text
delete from staged_piece where staged_id = $1::bigint
