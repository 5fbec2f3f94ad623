-- The LIKE pattern of texts (fold_text) that contain a word. Folding turns some characters into wildcards, so they are
-- escaped after it.
create or replace function word_pattern(word text) returns text
language sql immutable strict parallel safe as $$
  select '%' || regexp_replace(fold_text(word), '([\\%_])', '\\\1', 'g') || '%'
$$;
