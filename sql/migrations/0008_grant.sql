-- Grants: who has which level on which resource. One table per resource type, all partitions of one,
-- so that the permission endpoints need one statement for all types and each table has its own
-- foreign key: a grant never outlives its resource or its subject.

create type resource_type as enum (
  'group', 'project', 'study', 'scenario', 'timetable', 'infra', 'rolling_stock_collection'
);

-- from the least to the most: max() of a user's grants is the user's level
create type privilege_level as enum ('MinimalMetadata', 'Reader', 'Creator', 'Writer', 'Owner');

create sequence grant_id as bigint;

create table resource_grant (
  id bigint not null default nextval('grant_id'),
  resource_type resource_type not null,
  resource_id bigint not null,
  -- null: anybody (a public grant)
  subject_id bigint
    constraint resource_grant_subject_fkey references subject (id) on delete cascade,
  -- the same with 0 for anybody: one index probe finds a user's grants, its groups' and public ones
  subject_key bigint not null generated always as (coalesce(subject_id, 0)) stored,
  level privilege_level not null
    constraint resource_grant_level_check check (level <> 'MinimalMetadata'),
  granted_by bigint
    constraint resource_grant_granted_by_fkey references app_user (id) on delete set null,
  granted_at timestamptz not null default now(),
  constraint resource_grant_pkey primary key (resource_type, id),
  constraint resource_grant_subject_key unique (resource_id, subject_key, resource_type)
) partition by list (resource_type);
-- what a subject may see, for lists
create index resource_grant_subject_key_idx on resource_grant (subject_key, resource_id);
-- when a subject goes
create index resource_grant_subject_id_idx on resource_grant (subject_id);
create index resource_grant_granted_by_idx on resource_grant (granted_by);

create table group_grant partition of resource_grant (
  constraint group_grant_resource_fkey
    foreign key (resource_id) references app_group (id) on delete cascade
) for values in ('group');
create table project_grant partition of resource_grant (
  constraint project_grant_resource_fkey
    foreign key (resource_id) references project (id) on delete cascade
) for values in ('project');
create table study_grant partition of resource_grant (
  constraint study_grant_resource_fkey
    foreign key (resource_id) references study (id) on delete cascade
) for values in ('study');
create table scenario_grant partition of resource_grant (
  constraint scenario_grant_resource_fkey
    foreign key (resource_id) references scenario (id) on delete cascade
) for values in ('scenario');
create table timetable_grant partition of resource_grant (
  constraint timetable_grant_resource_fkey
    foreign key (resource_id) references timetable (id) on delete cascade
) for values in ('timetable');
create table infra_grant partition of resource_grant (
  constraint infra_grant_resource_fkey
    foreign key (resource_id) references infra (id) on delete cascade
) for values in ('infra');
create table rolling_stock_collection_grant partition of resource_grant (
  constraint rolling_stock_collection_grant_resource_fkey
    foreign key (resource_id) references rolling_stock_collection (id) on delete cascade
) for values in ('rolling_stock_collection');

-- Anybody may see the default collection until someone revokes it.
insert into resource_grant (resource_type, resource_id, subject_id, level)
select 'rolling_stock_collection', c.id, null, 'Reader'
from rolling_stock_collection c
where c.is_default;
