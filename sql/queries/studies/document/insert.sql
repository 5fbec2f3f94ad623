-- stores a file given in base64
with answer as (
  insert into document (content_type, content, created_by)
  values ($1, decode($2, 'base64'), $3::bigint)
  returning id as document_key
)
select * from answer where /* kept under the key */ true
