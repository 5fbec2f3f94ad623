-- deletes a set, unless scenarios name it that viewer $2 (null: anybody) may not change ($3: whether roles allow it), or the search environment does ($4: whether the caller may delete that); returns the outcome
select outcome, use_count
from delete_electrical_profile_set($1::bigint, $2::bigint, $3::boolean, $4::boolean)
