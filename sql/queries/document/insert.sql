-- stores a file given in base64
insert into document (content_type, content, created_by)
values ($1, decode($2, 'base64'), $3::bigint)
returning id as document_key
