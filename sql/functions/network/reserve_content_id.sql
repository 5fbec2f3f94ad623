-- An id for a content that is about to be made.
create or replace function reserve_content_id() returns bigint
language plpgsql volatile as $$
begin
  return nextval(pg_get_serial_sequence('infra_content', 'id'));
end
$$;
