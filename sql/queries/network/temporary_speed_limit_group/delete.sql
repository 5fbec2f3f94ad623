-- deletes a group, and the search environment that names it if the caller may ($2)
with environment as (
  delete from search_environment where $2::boolean and temporary_speed_limit_group_id = $1::bigint
)
delete from temporary_speed_limit_group where id = $1::bigint returning id
