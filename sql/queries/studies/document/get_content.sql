-- the piece of a document's content after $2 bytes, of at most $3, in base64
select content_type, octet_length(content) as size,
  encode(substring(content from $2::integer + 1 for $3::integer), 'base64') as piece
from document
where id = $1::bigint
