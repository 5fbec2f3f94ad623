-- deletes a set
delete from electrical_profile_set where id = $1::bigint returning id
