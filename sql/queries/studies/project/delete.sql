-- deletes a project with its studies, their scenarios, and its image; returns whether there was one
with gone as (
  delete from project where id = $1::bigint
  returning image_id
), gone_image as (
  delete from document d using gone where d.id = gone.image_id
)
select exists (select from gone) as is_deleted
