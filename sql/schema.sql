-- The database as all migrations leave it. Written by `npm run schema`; do not edit.
-- Why each table is as it is stands in sql/migrations.

create sequence resource_id as bigint;

create table app_group (
  id bigint not null,
  name text not null,
  constraint app_group_pkey PRIMARY KEY (id),
  constraint app_group_subject_fkey FOREIGN KEY (id) REFERENCES subject(id) ON DELETE CASCADE
);

create table app_user (
  id bigint not null,
  identity_id text not null,
  name text not null,
  constraint app_user_identity_id_key UNIQUE (identity_id),
  constraint app_user_pkey PRIMARY KEY (id),
  constraint app_user_subject_fkey FOREIGN KEY (id) REFERENCES subject(id) ON DELETE CASCADE
);

create table electrical_profile_set (
  id bigint default nextval('resource_id'::regclass) not null,
  name text not null,
  content text not null,
  constraint electrical_profile_set_pkey PRIMARY KEY (id)
);

create table idempotency (
  idempotency_key text not null,
  user_id bigint not null,
  body_hash text not null,
  result_ids bigint[] not null,
  created timestamp with time zone default now() not null,
  constraint idempotency_pkey PRIMARY KEY (user_id, idempotency_key)
);

create table infra (
  id bigint default nextval('resource_id'::regclass) not null,
  name text not null,
  content_id bigint not null,
  version bigint default 0 not null,
  generated_version bigint,
  locked boolean default false not null,
  created timestamp with time zone default now() not null,
  modified timestamp with time zone default now() not null,
  constraint infra_content_fkey FOREIGN KEY (content_id) REFERENCES infra_content(id),
  constraint infra_pkey PRIMARY KEY (id)
);

create table infra_content (
  id bigint generated always as identity not null,
  railjson_version text not null,
  is_published boolean default false not null,
  object_count bigint not null,
  speed_limit_tags text[] default '{}'::text[] not null,
  voltages text[] default '{}'::text[] not null,
  is_faulty boolean default false not null,
  created timestamp with time zone default now() not null,
  constraint infra_content_pkey PRIMARY KEY (id)
);

create table infra_error (
  content_id bigint not null,
  ordinal integer not null,
  is_warning boolean not null,
  error_type text not null,
  object_id text not null,
  information text not null,
  constraint infra_error_content_fkey FOREIGN KEY (content_id) REFERENCES infra_content(id) ON DELETE CASCADE,
  constraint infra_error_pkey PRIMARY KEY (content_id, ordinal)
);

create table infra_object (
  content_id bigint not null,
  object_type smallint not null,
  ordinal integer not null,
  railjson text not null,
  constraint infra_object_content_fkey FOREIGN KEY (content_id) REFERENCES infra_content(id) ON DELETE CASCADE,
  constraint infra_object_pkey PRIMARY KEY (content_id, object_type, ordinal),
  constraint infra_object_type_check CHECK (((object_type >= 0) AND (object_type <= 10)))
);

create table membership (
  user_id bigint not null,
  group_id bigint not null,
  constraint membership_group_fkey FOREIGN KEY (group_id) REFERENCES app_group(id) ON DELETE CASCADE,
  constraint membership_pkey PRIMARY KEY (user_id, group_id),
  constraint membership_user_fkey FOREIGN KEY (user_id) REFERENCES app_user(id) ON DELETE CASCADE
);

create table migration (
  name text not null,
  hash text not null,
  run_at timestamp with time zone default now() not null,
  constraint migration_pkey PRIMARY KEY (name)
);

create table rolling_stock (
  id bigint default nextval('resource_id'::regclass) not null,
  name text not null,
  version bigint default 0 not null,
  locked boolean default false not null,
  power_restriction_codes text[] not null,
  electric_modes text[] not null,
  record text not null,
  light_record text not null,
  constraint rolling_stock_name_key UNIQUE (name),
  constraint rolling_stock_pkey PRIMARY KEY (id)
);

create table subject (
  id bigint default nextval('resource_id'::regclass) not null,
  constraint subject_pkey PRIMARY KEY (id)
);

create table subject_role (
  subject_id bigint not null,
  app_role text not null,
  constraint subject_role_pkey PRIMARY KEY (subject_id, app_role),
  constraint subject_role_subject_fkey FOREIGN KEY (subject_id) REFERENCES subject(id) ON DELETE CASCADE
);

create table timetable (
  id bigint default nextval('resource_id'::regclass) not null,
  constraint timetable_pkey PRIMARY KEY (id)
);

create table train_schedule (
  id bigint default nextval('resource_id'::regclass) not null,
  timetable_id bigint not null,
  revision bigint default 1 not null,
  rolling_stock_name text not null,
  record text not null,
  constraint train_schedule_pkey PRIMARY KEY (id),
  constraint train_schedule_timetable_fkey FOREIGN KEY (timetable_id) REFERENCES timetable(id) ON DELETE CASCADE
);

create index idempotency_created_idx ON public.idempotency USING btree (created);

create index infra_content_id_idx ON public.infra USING btree (content_id);

create index membership_group_id_idx ON public.membership USING btree (group_id);

create index train_schedule_timetable_id_idx ON public.train_schedule USING btree (timetable_id, id);

-- function create_train_schedules(wanted_timetable_id bigint, rolling_stock_names text[], records text[], asker_id bigint, asker_key text, wanted_hash text) returns text
-- function delete_infra(doomed_id bigint, OUT is_deleted boolean, OUT freed_content_id bigint) returns record
-- function delete_train_schedules(doomed_ids bigint[]) returns bigint
-- function identify_user(given_identity text, given_name text) returns TABLE(id bigint, name text)
