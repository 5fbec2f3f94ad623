-- one opened day
select * from open_days() where id = $1::bigint
