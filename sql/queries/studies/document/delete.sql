-- deletes a document while project $2 (null: none) shows it; the project is changed by that
with changed as (
  update project p set image_id = null, last_modification = now(), revision = p.revision + 1
  where p.id = $2::bigint and p.image_id = $1::bigint
  returning p.id
)
delete from document d
where d.id = $1::bigint
  and case when $2::bigint is null
    then not exists (select from project p where p.image_id = d.id)
    else exists (select from changed)
  end
returning d.id
