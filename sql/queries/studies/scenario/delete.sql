-- deletes scenario $3 of study $2 of project $1; returns whether there was one
select delete_scenario($1::bigint, $2::bigint, $3::bigint) as is_deleted
