-- the digest of one set's content
select digest from electrical_profile_set where id = $1::bigint
