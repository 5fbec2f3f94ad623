-- the user of an identity, made on first sight; a new non-empty name replaces the stored one
select id, name from identify_user($1::text, $2::text)
