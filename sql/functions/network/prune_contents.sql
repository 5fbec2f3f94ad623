-- Removes what edits have left behind: contents that nothing has used for `age_s` (`is_content_used`), long enough for
-- their readers to finish, and rows in no other content. An import is kept as long as edits of it are; an import that
-- nothing uses loses its steps: nothing is read or made from it, because it may lack rows.
create or replace function prune_contents(age_s double precision) returns void
language plpgsql as $$
declare
  oldest timestamptz := now() - make_interval(secs => age_s);
  edited record;
begin
  for edited in
    select distinct c.rows_of as base from infra_content c where c.base_id is not null
  loop
    -- an edit takes the same lock, so nothing is pruned that it is about to read
    perform from infra_content where id = edited.base for update;
    delete from infra_content c
    where c.base_id = edited.base and c.created < oldest
      and not is_content_used(c.id);
    update infra_content c set steps = '{}'
    where c.id = edited.base and c.created < oldest and not isempty(c.steps)
      and not is_content_used(c.id);
    delete from infra_object r
    where r.content_id = edited.base and (r.made > 0 or r.ended is not null)
      and not is_kept(edited.base, oldest, r.made, r.ended);
    delete from infra_error r
    where r.content_id = edited.base and (r.made > 0 or r.ended is not null)
      and not is_kept(edited.base, oldest, r.made, r.ended);
    delete from infra_operational_point r
    where r.content_id = edited.base and (r.made > 0 or r.ended is not null)
      and not is_kept(edited.base, oldest, r.made, r.ended);
    delete from infra_signal r
    where r.content_id = edited.base and (r.made > 0 or r.ended is not null)
      and not is_kept(edited.base, oldest, r.made, r.ended);
    delete from infra_line r
    where r.content_id = edited.base and (r.made > 0 or r.ended is not null)
      and not is_kept(edited.base, oldest, r.made, r.ended);
  end loop;
end
$$;
