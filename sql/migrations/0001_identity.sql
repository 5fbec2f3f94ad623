-- Subjects: users and groups, and their roles.
--
-- One sequence gives the ids of all resources and subjects: the permission endpoints serve all
-- resource types, so an id must never mean two things, and ids are never used again.
create sequence resource_id as bigint;

-- Every user and every group is one subject; grants and roles refer to subjects.
create table subject (
  id bigint default nextval('resource_id') constraint subject_pkey primary key
);

-- Users come from the gateway's headers and are never made through the API.
create table app_user (
  id bigint constraint app_user_pkey primary key
    constraint app_user_subject_fkey references subject (id) on delete cascade,
  identity_id text not null constraint app_user_identity_id_key unique,
  name text not null
);

create table app_group (
  id bigint constraint app_group_pkey primary key
    constraint app_group_subject_fkey references subject (id) on delete cascade,
  name text not null
);

create table membership (
  user_id bigint not null
    constraint membership_user_fkey references app_user (id) on delete cascade,
  group_id bigint not null
    constraint membership_group_fkey references app_group (id) on delete cascade,
  constraint membership_pkey primary key (user_id, group_id)
);
create index membership_group_id_idx on membership (group_id);

-- Application roles by tag; what a tag implies is configuration, read at start.
create table subject_role (
  subject_id bigint not null
    constraint subject_role_subject_fkey references subject (id) on delete cascade,
  app_role text not null,
  constraint subject_role_pkey primary key (subject_id, app_role)
);
