-- closes a day and forgets what it stood on
delete from operation where id = $1::bigint returning id
