-- Raises unless a document may become a project's image: it must be the viewer's own upload (null: anybody's), since
-- showing someone else's would be a way to read it. The picture of a livery belongs to its rolling stock.
-- project_image_id_key checks that no other project shows it.
create or replace function check_project_image(document_id bigint, viewer_id bigint) returns void
language plpgsql stable as $$
begin
  if exists (
    select from document d
    where d.id = document_id and d.livery_id is null
      and (viewer_id is null or d.created_by = viewer_id)
  ) then
    return;
  end if;
  raise foreign_key_violation using
    constraint = 'project_image_fkey',
    detail = format('Key (image_id)=(%s) is not present.', document_id);
end
$$;
