-- makes a group $2 with application roles $3; its creator $1 becomes the Owner
with answer as (
  select create_group($1::bigint, $2, $3::text[]) as id
)
select * from answer where /* kept under the key */ true
