-- changes the fields $3 of study $2 of project $1 ($4 null: any revision); no text: it is at another revision
select revision, answer as json
from update_study($1::bigint, $2::bigint, $3::jsonb, $4::bigint, $5::bigint)
