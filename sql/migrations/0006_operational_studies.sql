-- Operational studies: projects hold studies, studies hold scenarios. Grants are inherited along them.

-- Files that a client stores, as the image of a project. Nobody but the uploader sees one until a
-- project shows it; then the project's grants count.
create table document (
  id bigint default nextval('resource_id') constraint document_pkey primary key,
  content_type text not null,
  content bytea not null,
  created_by bigint
    constraint document_created_by_fkey references app_user (id) on delete set null,
  created timestamptz not null default now()
);
create index document_created_by_idx on document (created_by);

create table project (
  id bigint default nextval('resource_id') constraint project_pkey primary key,
  name text not null,
  description text,
  objectives text,
  funders text,
  budget integer,
  -- a document is the image of one project at most, so it goes when the project goes
  image_id bigint
    constraint project_image_fkey references document (id) on delete set null
    constraint project_image_id_key unique,
  tags text[] not null default '{}',
  creation_date timestamptz not null default now(),
  last_modification timestamptz not null default now(),
  -- raised by each change, for ETag and If-Match
  revision bigint not null default 1
);

create table study (
  id bigint default nextval('resource_id') constraint study_pkey primary key,
  project_id bigint not null
    constraint study_project_fkey references project (id) on delete cascade,
  name text not null,
  description text,
  business_code text,
  service_code text,
  start_date date,
  expected_end_date date,
  actual_end_date date,
  budget integer,
  tags text[] not null default '{}',
  state text not null,
  study_type text,
  creation_date timestamptz not null default now(),
  last_modification timestamptz not null default now(),
  revision bigint not null default 1,
  constraint study_start_date_check
    check (start_date <= expected_end_date and start_date <= actual_end_date)
);
create index study_project_id_idx on study (project_id);

-- A timetable belongs to one scenario at most and takes it along when it goes; the scenario leaves its
-- timetable behind. An infrastructure that a scenario uses stays.
create table scenario (
  id bigint default nextval('resource_id') constraint scenario_pkey primary key,
  study_id bigint not null
    constraint scenario_study_fkey references study (id) on delete cascade,
  name text not null,
  description text not null default '',
  tags text[] not null default '{}',
  infra_id bigint not null
    constraint scenario_infra_fkey references infra (id),
  timetable_id bigint not null
    constraint scenario_timetable_fkey references timetable (id) on delete cascade
    constraint scenario_timetable_id_key unique,
  electrical_profile_set_id bigint
    constraint scenario_electrical_profile_set_fkey
      references electrical_profile_set (id) on delete set null,
  creation_date timestamptz not null default now(),
  last_modification timestamptz not null default now(),
  revision bigint not null default 1
);
create index scenario_study_id_idx on scenario (study_id);
create index scenario_infra_id_idx on scenario (infra_id);
create index scenario_electrical_profile_set_id_idx on scenario (electrical_profile_set_id);

-- who uses a rolling stock: trains name it softly
create index train_schedule_rolling_stock_name_idx on train_schedule (rolling_stock_name);

-- replaced by one that looks for scenarios first
drop function if exists delete_infra(bigint);
