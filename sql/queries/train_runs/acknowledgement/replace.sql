-- keeps what user $2 has accepted of trains on infrastructure $1; returns the number of trains
select acknowledge_trains($1::bigint, $2::bigint, staged_text($3::bigint, $4::integer, $5)::json) as count
