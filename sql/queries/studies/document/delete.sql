-- deletes a document, provided that project $2 (null: no project) shows it, or a livery of an unlocked rolling stock of collection $3 (null: no livery); removing an image changes the project
with changed as (
  update project p set image_id = null, last_modification = now(), revision = p.revision + 1
  where p.id = $2::bigint and p.image_id = $1::bigint and $3::bigint is null
  returning p.id
), unlocked as (
  select s.collection_id, l.id
  from rolling_stock s
  join livery l on l.rolling_stock_id = s.id
  join document d on d.livery_id = l.id
  where d.id = $1::bigint and not s.locked
  for no key update of s
)
delete from document d
where d.id = $1::bigint
  and case when $2::bigint is null
    then not exists (select from project p where p.image_id = d.id)
    else exists (select from changed)
  end
  and case when d.livery_id is null
    then $3::bigint is null
    else exists (select from unlocked u where u.collection_id = $3::bigint)
  end
returning d.id
