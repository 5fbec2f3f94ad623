-- answers as long as the database works
select 1 as alive
