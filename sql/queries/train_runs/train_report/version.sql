-- the version of what is believed of trains of timetable $1 with operating days from $2 to $3
select reports_version($1::bigint, $2, $3) as version
