-- Deletes an infrastructure, and its content when no clone uses it any more.
-- A clone in flight holds a share lock on the content by its foreign key: the row lock waits for it,
-- and the statement after it sees it (each statement of a volatile function has its own snapshot).
create or replace function delete_infra(
  doomed_id bigint,
  out is_deleted boolean,
  -- the content that went too, else null
  out freed_content_id bigint
)
language plpgsql as $$
declare
  used_content_id bigint;
begin
  delete from infra where id = doomed_id returning content_id into used_content_id;
  is_deleted := found;
  if is_deleted then
    perform from infra_content where id = used_content_id for update;
    delete from infra_content
    where id = used_content_id and not exists (select from infra where content_id = used_content_id)
    returning id into freed_content_id;
  end if;
end
$$;
