-- Names in order as JSON texts with commas (null: more than bytes_max bytes), how many of them fit, and their count.
create or replace function joined_names(names text[], bytes_max bigint)
returns table (count bigint, fitting_count bigint, results text)
language sql stable parallel safe as $$
  select count(*), count(t.item),
    case when count(t.item) = count(*)
      then coalesce(string_agg(to_json(t.item)::text, ',' order by t.place), '')
    end
  from bounded_texts(names, bytes_max) with ordinality as t (item, place)
$$;
