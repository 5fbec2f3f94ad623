-- changes the fields $4 of scenario $3 of study $2 of project $1 ($5 null: any revision); no text: it is at another revision
select revision, answer as json
from update_scenario($1::bigint, $2::bigint, $3::bigint, $4::jsonb, $5::bigint, $6::bigint)
