-- the database answers
select 1 as alive
