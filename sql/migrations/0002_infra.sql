-- Infrastructures and their content.
--
-- The objects of a network are stored in immutable content versions: an import fills an unpublished
-- content chunk by chunk (one jsonb parameter fails beyond 60 MiB) and one statement publishes it by
-- making an infrastructure point to it. A clone points to the same content, so it costs one row.
-- Text, not jsonb: objects go out as they came in, and the export never parses them.

create table infra_content (
  id bigint generated always as identity constraint infra_content_pkey primary key,
  railjson_version text not null,
  is_published boolean not null default false,
  -- how many objects belong to it; a reader that sees fewer was overtaken by a deletion
  object_count bigint not null,
  speed_limit_tags text[] not null default '{}',
  voltages text[] not null default '{}',
  -- when true the network can't be compiled: derived calls answer "not usable"
  is_faulty boolean not null default false,
  created timestamptz not null default now()
);

-- One row per object. object_type: 0 TrackSection, 1 SwitchType, 2 Electrification, 3 NeutralSection,
-- 4 SpeedSection, 5 OperationalPoint, 6 Detector, 7 BufferStop, 8 Switch, 9 Route, 10 Signal (the
-- order in which a network is read); ordinal is the place in its list of the document. The engine's
-- ties depend on document order, so the key keeps it.
create table infra_object (
  content_id bigint not null
    constraint infra_object_content_fkey references infra_content (id) on delete cascade,
  object_type smallint not null
    constraint infra_object_type_check check (object_type between 0 and 10),
  ordinal integer not null,
  railjson text not null,
  constraint infra_object_pkey primary key (content_id, object_type, ordinal)
);

-- Faults found at import; `information` is the JSON text that clients get.
create table infra_error (
  content_id bigint not null
    constraint infra_error_content_fkey references infra_content (id) on delete cascade,
  ordinal integer not null,
  is_warning boolean not null,
  error_type text not null,
  object_id text not null,
  information text not null,
  constraint infra_error_pkey primary key (content_id, ordinal)
);

create table infra (
  id bigint default nextval('resource_id') constraint infra_pkey primary key,
  name text not null,
  content_id bigint not null
    constraint infra_content_fkey references infra_content (id),
  -- 0 for an infrastructure made empty, raised by each import or edit
  version bigint not null default 0,
  -- the version whose derived layers are there
  generated_version bigint,
  locked boolean not null default false,
  created timestamptz not null default now(),
  modified timestamptz not null default now()
);
create index infra_content_id_idx on infra (content_id);

create table electrical_profile_set (
  id bigint default nextval('resource_id') constraint electrical_profile_set_pkey primary key,
  name text not null,
  -- the set as JSON text; never parsed by the database
  content text not null
);
