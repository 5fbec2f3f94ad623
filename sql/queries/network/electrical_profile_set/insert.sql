-- stores a set of electrical profiles
with answer as (
  insert into electrical_profile_set (name, content, digest)
  values ($1, $2, encode(sha256(convert_to($2, 'UTF8')), 'hex'))
  returning id
)
select * from answer where /* kept under the key */ true
