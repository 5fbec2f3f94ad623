-- The keys of a record's JSON text that say who changed it last and when. PostgreSQL inlines the expression.
create or replace function modification_text(author_id bigint, author_name text, at timestamptz)
returns text
language sql stable parallel safe as $$
  select '"modified_by":'
    || coalesce('{"id":' || author_id || ',"name":' || to_json(author_name) || '}', 'null')
    || ',"modified_at":' || coalesce('"' || datetime_text(at) || '"', 'null')
$$;
