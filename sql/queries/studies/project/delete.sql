-- deletes a project with its studies, their scenarios, and its image
with gone as (
  delete from project where id = $1::bigint
  returning id, image_id
), gone_image as (
  delete from document d using gone where d.id = gone.image_id
)
select id from gone
