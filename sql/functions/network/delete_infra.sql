-- Deletes an infrastructure that is not locked and that no scenario and no opened day uses, and its content if no clone and no opened day
-- uses it; with the last content of an import, all contents of that import. The search environment that names the
-- infrastructure is deleted too if `is_admin`, and else keeps it. A clone that is being made holds a share lock on the
-- content by its foreign key: the row lock waits for it, and the next statement sees the clone (each statement of a
-- volatile function has its own snapshot). A scenario that is being created holds one on the infrastructure in the same
-- way.
create or replace function delete_infra(
  doomed_id bigint,
  -- whose rights decide which scenarios are named; null: all
  viewer_id bigint,
  is_admin boolean,
  out is_deleted boolean,
  -- the content that was deleted too, else null
  out freed_content_id bigint,
  -- scenarios and opened days that keep it from being deleted, and the search environment
  out use_count bigint,
  -- those of these scenarios that the viewer may read, as a JSON array
  out usage text
)
language plpgsql as $$
declare
  used_content_id bigint;
  base bigint;
begin
  is_deleted := false;
  -- before the infrastructure, in the order of whoever sets it: the other order could deadlock
  perform from search_environment where infra_id = doomed_id for update;
  perform from infra where id = doomed_id and not locked for update;
  if not found then
    use_count := 0;
    usage := '[]';
    return;
  end if;
  select (select count(*) from scenario where infra_id = doomed_id)
    + (select count(*) from operation where infra_id = doomed_id)
  into use_count;
  if use_count > 0 or not is_admin then
    select use_count + count(*) into use_count from search_environment where infra_id = doomed_id;
  end if;
  usage := scenario_references(
    array(select id from scenario where infra_id = doomed_id), viewer_id
  );
  if use_count > 0 then
    return;
  end if;
  delete from search_environment where infra_id = doomed_id;
  delete from infra where id = doomed_id returning content_id into used_content_id;
  is_deleted := found;
  if is_deleted then
    -- first the content that edits of clones lock
    select c.rows_of into base from infra_content c where c.id = used_content_id;
    perform from infra_content where id = base for update;
    perform from infra_content where id = used_content_id for update;
    if not is_content_used(used_content_id) then
      freed_content_id := used_content_id;
      if not exists (
        select from infra i join infra_content c on c.id = i.content_id where c.rows_of = base
      ) then
        delete from infra_content where rows_of = base;
      else
        -- the base keeps the rows of the remaining contents
        delete from infra_content where id = used_content_id and id <> base;
      end if;
    end if;
  end if;
end
$$;
