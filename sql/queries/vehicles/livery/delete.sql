-- deletes livery $3 of rolling stock $1 of collection $2; no row: the stock is not there
select outcome from delete_livery($1::bigint, $2::bigint, $3::bigint)
