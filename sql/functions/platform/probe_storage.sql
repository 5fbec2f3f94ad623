-- Takes disk space and gives it back; fails with `disk_full` if there is none.
create or replace function probe_storage() returns void
language plpgsql as $$
begin
  create temporary table storage_probe (filler text) on commit drop;
  -- digests, because they can't be compressed
  insert into storage_probe
  select string_agg(md5(n::text), '') from generate_series(1, 4096) n;
end
$$;
