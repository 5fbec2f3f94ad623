-- deletes study $2 of project $1 with its scenarios; returns whether there was one
select delete_study($1::bigint, $2::bigint) as is_deleted
