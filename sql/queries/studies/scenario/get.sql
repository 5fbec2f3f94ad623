-- one scenario $3 of study $2 of project $1 for viewer $4 (null: everything) with its study and project, as JSON text
select revision, answer as json from scenario_answer($1::bigint, $2::bigint, $3::bigint, $4::bigint)
