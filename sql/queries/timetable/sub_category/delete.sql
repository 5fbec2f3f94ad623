-- deletes a sub-category, unless trains have it that viewer $2 (null: anybody) may not change, by user $3; returns the outcome
select outcome, use_count from delete_sub_category($1, $2::bigint, $3::bigint)
