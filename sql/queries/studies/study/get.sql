-- one study $2 of project $1 for viewer $3 (null: everything) with the project, as JSON text
select revision, answer as json from study_answer($1::bigint, $2::bigint, $3::bigint)
