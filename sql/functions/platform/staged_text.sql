-- A text of any length: the last piece, joined with the earlier pieces in `staged_piece` if there are any.
create or replace function staged_text(wanted_id bigint, wanted_count integer, last_piece text)
returns text
language plpgsql stable as $$
declare
  joined text;
  found_count integer;
begin
  if wanted_count = 0 then
    return last_piece;
  end if;
  select string_agg(piece, '' order by place), count(*) into joined, found_count
  from staged_piece
  where staged_id = wanted_id;
  -- a crash of PostgreSQL has emptied the table meanwhile
  if found_count <> wanted_count then
    raise crash_shutdown using
      message = format('%s of %s staged pieces are there', found_count, wanted_count);
  end if;
  return joined || last_piece;
end
$$;
