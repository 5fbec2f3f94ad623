-- stores an edit of infrastructure $1, made on content $2, as content $3; the lists are parts of one text
select outcome, new_version
from edit_infra(
  $1::bigint, $2::bigint, $3::bigint, $4::text::jsonb,
  string_to_array(staged_text($5::bigint, $6::integer, $7), E'\x1d')
)
