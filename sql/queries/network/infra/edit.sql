-- stores an edit of infrastructure $1, made on content $2, as content $3; the lists are parts of one text, followed by its answer if that is kept
with given as (
  select string_to_array(staged_text($5::bigint, $6::integer, $7), E'\x1d') as lists
), answer as (
  select outcome, new_version, coalesce(lists[10], '[]') as json
  from given
  cross join lateral edit_infra($1::bigint, $2::bigint, $3::bigint, $4::text::jsonb, lists)
)
-- a refusal leaves the key unused
select * from answer where case when outcome = 'edited' then /* kept under the key */ true else true end
