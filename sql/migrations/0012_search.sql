-- What `POST /search` looks through in networks: operational points, signals and lines. Other records
-- are searched as they are stored.
--
-- An import writes these rows beside the objects (sql/migrations/0002_infra.sql), of one content each:
-- the parsed network is at hand there, and the points on the map are interpolated on its tracks. `item`
-- is the JSON text that clients get without `infra_id`, which depends on the clone; the columns repeat
-- what conditions may name. What was imported before is filled in at the next start.

create extension if not exists unaccent;
create extension if not exists pg_trgm;

-- The form in which texts are compared by `search`: without accents and in lower case. The accents go
-- first, they are what lower() of a plain collation does not know. Immutable by promise: the
-- dictionary is named, and nobody edits its rules. Stored columns depend on it, so it never changes.
create function fold_text(given text) returns text
language sql immutable strict parallel safe as $$
  select lower(public.unaccent('public.unaccent'::regdictionary, given) collate "und-x-icu")
$$;

alter table infra_content add column is_searchable boolean not null default false;

create table infra_operational_point (
  content_id bigint not null
    constraint infra_operational_point_content_fkey references infra_content (id) on delete cascade,
  ordinal integer not null,
  obj_id text not null,
  name text,
  uic bigint,
  ci bigint,
  ch text,
  trigram text,
  item text not null,
  folded_name text generated always as (fold_text(name)) stored,
  constraint infra_operational_point_pkey primary key (content_id, ordinal)
);
create index infra_operational_point_folded_name_idx
  on infra_operational_point using gin (folded_name gin_trgm_ops);
-- a hash, because nothing bounds the length of a trigram and a B-tree refuses long ones
create index infra_operational_point_trigram_idx on infra_operational_point using hash (trigram);
create index infra_operational_point_uic_idx on infra_operational_point (uic);

-- A network has more signals than anything else that is searched, and nobody types their labels as they
-- type names of stations: without an index on the labels an import is faster and a search still takes
-- less than a tenth of a second.
create table infra_signal (
  content_id bigint not null
    constraint infra_signal_content_fkey references infra_content (id) on delete cascade,
  ordinal integer not null,
  label text,
  line_code bigint,
  line_name text,
  signaling_systems text[] not null,
  settings text[] not null,
  item text not null,
  folded_label text generated always as (fold_text(label)) stored,
  constraint infra_signal_pkey primary key (content_id, ordinal)
);

-- Each line of a content once, whatever the number of its track sections.
create table infra_line (
  content_id bigint not null
    constraint infra_line_content_fkey references infra_content (id) on delete cascade,
  ordinal integer not null,
  line_code bigint not null,
  line_name text not null,
  folded_line_name text not null generated always as (fold_text(line_name)) stored,
  constraint infra_line_pkey primary key (content_id, ordinal)
);
