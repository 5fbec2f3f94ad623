-- changes the fields $2 of a project ($3 null: any revision); no text: it is at another revision
select revision, answer as json from update_project($1::bigint, $2::jsonb, $3::bigint, $4::bigint)
