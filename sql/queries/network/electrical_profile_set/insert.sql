-- stores a set of electrical profiles
with answer as (
  insert into electrical_profile_set (name, content) values ($1, $2) returning id
)
select * from answer where /* kept under the key */ true
