-- whether there is project $1, and in it study $2
select
  exists (select from project p where p.id = $1::bigint) as has_project,
  exists (
    select from study s where s.id = $2::bigint and s.project_id = $1::bigint
  ) as has_study
