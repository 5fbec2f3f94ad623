-- deletes a group with its works, and the search environment that names it if the caller may ($2)
with environment as (
  delete from search_environment where $2::boolean and work_schedule_group_id = $1::bigint
)
delete from work_schedule_group where id = $1::bigint returning id
