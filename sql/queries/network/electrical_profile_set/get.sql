-- one set as JSON text
select content from electrical_profile_set where id = $1::bigint
