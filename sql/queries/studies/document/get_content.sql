-- a document's content in base64
select content_type, encode(content, 'base64') as content
from document
where id = $1::bigint
