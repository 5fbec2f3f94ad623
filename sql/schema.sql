-- The database as all migrations leave it. Written by `npm run schema`; do not edit.
-- Why each table is as it is stands in sql/migrations.

create extension pg_trgm;

create extension unaccent;

create sequence event_place as bigint;

create sequence grant_id as bigint;

create sequence resource_id as bigint;

create type privilege_level as enum ('MinimalMetadata', 'Reader', 'Creator', 'Writer', 'Owner');

create type resource_type as enum ('group', 'project', 'study', 'scenario', 'timetable', 'infra', 'rolling_stock_collection');

create table acknowledgement (
  id bigint generated always as identity not null,
  infra_id bigint not null,
  train_schedule_id bigint,
  paced_train_id bigint,
  path_digest text not null,
  times_digest text not null,
  duration_ms bigint not null,
  length_mm bigint not null,
  infra_version bigint not null,
  stocks_digest text not null,
  record_digest text not null,
  acknowledged_by bigint,
  acknowledged_at timestamp with time zone default now() not null,
  constraint acknowledgement_acknowledged_by_fkey FOREIGN KEY (acknowledged_by) REFERENCES app_user(id) ON DELETE SET NULL,
  constraint acknowledgement_infra_fkey FOREIGN KEY (infra_id) REFERENCES infra(id) ON DELETE CASCADE,
  constraint acknowledgement_paced_train_fkey FOREIGN KEY (paced_train_id) REFERENCES paced_train(id) ON DELETE CASCADE,
  constraint acknowledgement_pkey PRIMARY KEY (id),
  constraint acknowledgement_train_check CHECK ((num_nonnulls(train_schedule_id, paced_train_id) = 1)),
  constraint acknowledgement_train_key UNIQUE NULLS NOT DISTINCT (train_schedule_id, paced_train_id, infra_id),
  constraint acknowledgement_train_schedule_fkey FOREIGN KEY (train_schedule_id) REFERENCES train_schedule(id) ON DELETE CASCADE
);

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

create table day_list (
  timetable_id bigint not null,
  code text not null,
  name text not null,
  dates text not null,
  revision bigint default 1 not null,
  constraint day_list_pkey PRIMARY KEY (timetable_id, code),
  constraint day_list_timetable_fkey FOREIGN KEY (timetable_id) REFERENCES timetable(id) ON DELETE CASCADE
);

create table document (
  id bigint default nextval('resource_id'::regclass) not null,
  content_type text not null,
  content bytea storage external not null,
  created_by bigint,
  created timestamp with time zone default now() not null,
  livery_id bigint,
  constraint document_created_by_fkey FOREIGN KEY (created_by) REFERENCES app_user(id) ON DELETE SET NULL,
  constraint document_livery_fkey FOREIGN KEY (livery_id) REFERENCES livery(id) ON DELETE CASCADE,
  constraint document_livery_id_key UNIQUE (livery_id),
  constraint document_pkey PRIMARY KEY (id)
);

create table electrical_profile_set (
  id bigint default nextval('resource_id'::regclass) not null,
  name text not null,
  content text not null,
  digest text not null,
  constraint electrical_profile_set_pkey PRIMARY KEY (id)
);

create table event (
  place bigint not null,
  resource_type resource_type not null,
  resource_id bigint not null,
  name text not null,
  data text not null,
  created timestamp with time zone not null,
  constraint event_pkey PRIMARY KEY (place)
);

create table event_horizon (
  is_only boolean default true not null,
  place bigint not null,
  constraint event_horizon_is_only_check CHECK (is_only),
  constraint event_horizon_pkey PRIMARY KEY (is_only)
);

create table idempotency (
  idempotency_key text not null,
  user_id bigint not null,
  body_hash text not null,
  created timestamp with time zone default now() not null,
  answer text not null,
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
  station_matches text default '[]'::text not null,
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
  is_faulty boolean default false,
  created timestamp with time zone default now() not null,
  is_searchable boolean default false not null,
  base_id bigint,
  rows_of bigint generated always as (COALESCE(base_id, id)) stored not null,
  steps int4multirange default '{[0,1)}'::int4multirange not null,
  last_step integer default 0 not null,
  change text,
  type_steps integer[] default '{0,0,0,0,0,0,0,0,0,0,0}'::integer[] not null,
  constraint infra_content_base_fkey FOREIGN KEY (base_id) REFERENCES infra_content(id),
  constraint infra_content_pkey PRIMARY KEY (id)
);

create table infra_error (
  content_id bigint not null,
  ordinal integer not null,
  is_warning boolean not null,
  error_type text not null,
  object_id text not null,
  information text not null,
  object_type smallint not null,
  object_ordinal integer not null,
  made integer default 0 not null,
  ended int4multirange,
  constraint infra_error_content_fkey FOREIGN KEY (content_id) REFERENCES infra_content(id) ON DELETE CASCADE,
  constraint infra_error_pkey PRIMARY KEY (content_id, object_type, object_ordinal, ordinal, made)
);

create table infra_line (
  content_id bigint not null,
  ordinal integer not null,
  line_code bigint not null,
  line_name text not null,
  folded_line_name text generated always as (fold_text(line_name)) stored not null,
  west double precision not null,
  south double precision not null,
  east double precision not null,
  north double precision not null,
  made integer default 0 not null,
  ended int4multirange,
  constraint infra_line_content_fkey FOREIGN KEY (content_id) REFERENCES infra_content(id) ON DELETE CASCADE,
  constraint infra_line_pkey PRIMARY KEY (content_id, ordinal, made)
);

create table infra_object (
  content_id bigint not null,
  object_type smallint not null,
  ordinal integer not null,
  railjson text not null,
  obj_id text not null,
  made integer default 0 not null,
  ended int4multirange,
  constraint infra_object_content_fkey FOREIGN KEY (content_id) REFERENCES infra_content(id) ON DELETE CASCADE,
  constraint infra_object_obj_id_key UNIQUE (content_id, object_type, obj_id, made),
  constraint infra_object_pkey PRIMARY KEY (content_id, object_type, ordinal, made),
  constraint infra_object_type_check CHECK (((object_type >= 0) AND (object_type <= 10)))
);

create table infra_operational_point (
  content_id bigint not null,
  ordinal integer not null,
  obj_id text not null,
  name text,
  uic bigint,
  ci bigint,
  ch text,
  trigram text,
  item text not null,
  folded_name text generated always as (fold_text(name)) stored,
  made integer default 0 not null,
  ended int4multirange,
  constraint infra_operational_point_content_fkey FOREIGN KEY (content_id) REFERENCES infra_content(id) ON DELETE CASCADE,
  constraint infra_operational_point_pkey PRIMARY KEY (content_id, ordinal, made)
);

create table infra_signal (
  content_id bigint not null,
  ordinal integer not null,
  label text,
  line_code bigint,
  line_name text,
  signaling_systems text[] not null,
  settings text[] not null,
  item text not null,
  folded_label text generated always as (fold_text(label)) stored,
  obj_id text not null,
  made integer default 0 not null,
  ended int4multirange,
  constraint infra_signal_content_fkey FOREIGN KEY (content_id) REFERENCES infra_content(id) ON DELETE CASCADE,
  constraint infra_signal_pkey PRIMARY KEY (content_id, ordinal, made)
);

create table livery (
  id bigint default nextval('resource_id'::regclass) not null,
  rolling_stock_id bigint not null,
  name text not null,
  constraint livery_name_key UNIQUE (rolling_stock_id, name),
  constraint livery_pkey PRIMARY KEY (id),
  constraint livery_rolling_stock_fkey FOREIGN KEY (rolling_stock_id) REFERENCES rolling_stock(id) ON DELETE CASCADE
);

create table membership (
  user_id bigint not null,
  group_id bigint not null,
  since timestamp with time zone default now() not null,
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

create table new_event (
  id bigint generated always as identity not null,
  about_type text not null,
  about_id bigint not null,
  name text not null,
  data text not null,
  stock_names text[],
  created timestamp with time zone default clock_timestamp() not null,
  constraint new_event_pkey PRIMARY KEY (id)
);

create table operation (
  id bigint default nextval('resource_id'::regclass) not null,
  timetable_id bigint not null,
  date text not null,
  infra_id bigint not null,
  content_id bigint not null,
  electrical_profile_set_id bigint,
  temporary_speed_limit_group_id bigint,
  plan integer default 1 not null,
  train_changes text not null,
  period text,
  lists text not null,
  begins_at timestamp with time zone,
  ends_at timestamp with time zone,
  opened_by bigint,
  opened_at timestamp with time zone default now() not null,
  planned_at timestamp with time zone default now() not null,
  constraint operation_content_fkey FOREIGN KEY (content_id) REFERENCES infra_content(id),
  constraint operation_day_key UNIQUE (timetable_id, date),
  constraint operation_electrical_profile_set_fkey FOREIGN KEY (electrical_profile_set_id) REFERENCES electrical_profile_set(id),
  constraint operation_infra_fkey FOREIGN KEY (infra_id) REFERENCES infra(id),
  constraint operation_opened_by_fkey FOREIGN KEY (opened_by) REFERENCES app_user(id) ON DELETE SET NULL,
  constraint operation_pkey PRIMARY KEY (id),
  constraint operation_temporary_speed_limit_group_fkey FOREIGN KEY (temporary_speed_limit_group_id) REFERENCES temporary_speed_limit_group(id),
  constraint operation_timetable_fkey FOREIGN KEY (timetable_id) REFERENCES timetable(id) ON DELETE CASCADE
);

create table operation_clock (
  operation_id bigint not null,
  as_of timestamp with time zone not null,
  constraint operation_clock_operation_fkey FOREIGN KEY (operation_id) REFERENCES operation(id) ON DELETE CASCADE,
  constraint operation_clock_pkey PRIMARY KEY (operation_id)
);

create table operation_run (
  operation_id bigint not null,
  plan integer not null,
  run integer not null,
  train text not null,
  name text not null,
  starts_at timestamp with time zone not null,
  form text not null,
  is_gone boolean not null,
  constraint operation_run_operation_fkey FOREIGN KEY (operation_id) REFERENCES operation(id) ON DELETE CASCADE,
  constraint operation_run_pkey PRIMARY KEY (operation_id, plan, run)
);

create table operation_stock (
  operation_id bigint not null,
  plan integer not null,
  name text not null,
  stock_id bigint not null,
  collection_id bigint not null,
  record text not null,
  constraint operation_stock_operation_fkey FOREIGN KEY (operation_id) REFERENCES operation(id) ON DELETE CASCADE,
  constraint operation_stock_pkey PRIMARY KEY (operation_id, plan, name)
);

create table operation_train (
  operation_id bigint not null,
  plan integer not null,
  kind text not null,
  id bigint not null,
  rolling_stock_names text[] not null,
  record text not null,
  constraint operation_train_operation_fkey FOREIGN KEY (operation_id) REFERENCES operation(id) ON DELETE CASCADE,
  constraint operation_train_pkey PRIMARY KEY (operation_id, plan, kind, id)
);

create table paced_train (
  id bigint default nextval('resource_id'::regclass) not null,
  timetable_id bigint not null,
  revision bigint default 1 not null,
  rolling_stock_names text[] not null,
  sub_category_codes text[] not null,
  record text not null,
  modified_by bigint,
  modified_at timestamp with time zone default now(),
  days text,
  constraint paced_train_pkey PRIMARY KEY (id),
  constraint paced_train_timetable_fkey FOREIGN KEY (timetable_id) REFERENCES timetable(id) ON DELETE CASCADE
);

create table paced_train_stock (
  paced_train_id bigint not null,
  name text not null,
  timetable_id bigint not null,
  constraint paced_train_stock_pkey PRIMARY KEY (paced_train_id, name)
);

create table project (
  id bigint default nextval('resource_id'::regclass) not null,
  name text not null,
  description text,
  objectives text,
  funders text,
  budget integer,
  image_id bigint,
  tags text[] default '{}'::text[] not null,
  creation_date timestamp with time zone default now() not null,
  last_modification timestamp with time zone default now() not null,
  revision bigint default 1 not null,
  constraint project_image_fkey FOREIGN KEY (image_id) REFERENCES document(id) ON DELETE SET NULL,
  constraint project_image_id_key UNIQUE (image_id),
  constraint project_pkey PRIMARY KEY (id)
);

create table resource_grant (
  id bigint default nextval('grant_id'::regclass) not null,
  resource_type resource_type not null,
  resource_id bigint not null,
  subject_id bigint,
  subject_key bigint generated always as (COALESCE(subject_id, (0)::bigint)) stored not null,
  level privilege_level not null,
  granted_by bigint,
  granted_at timestamp with time zone default now() not null,
  constraint resource_grant_granted_by_fkey FOREIGN KEY (granted_by) REFERENCES app_user(id) ON DELETE SET NULL,
  constraint resource_grant_level_check CHECK ((level <> 'MinimalMetadata'::privilege_level)),
  constraint resource_grant_pkey PRIMARY KEY (resource_type, id),
  constraint resource_grant_subject_fkey FOREIGN KEY (subject_id) REFERENCES subject(id) ON DELETE CASCADE,
  constraint resource_grant_subject_key UNIQUE (resource_id, subject_key, resource_type)
) partition by LIST (resource_type);

create table group_grant partition of resource_grant (
  constraint group_grant_resource_fkey FOREIGN KEY (resource_id) REFERENCES app_group(id) ON DELETE CASCADE
) FOR VALUES IN ('group');

create table infra_grant partition of resource_grant (
  constraint infra_grant_resource_fkey FOREIGN KEY (resource_id) REFERENCES infra(id) ON DELETE CASCADE
) FOR VALUES IN ('infra');

create table project_grant partition of resource_grant (
  constraint project_grant_resource_fkey FOREIGN KEY (resource_id) REFERENCES project(id) ON DELETE CASCADE
) FOR VALUES IN ('project');

create table rolling_stock_collection_grant partition of resource_grant (
  constraint rolling_stock_collection_grant_resource_fkey FOREIGN KEY (resource_id) REFERENCES rolling_stock_collection(id) ON DELETE CASCADE
) FOR VALUES IN ('rolling_stock_collection');

create table scenario_grant partition of resource_grant (
  constraint scenario_grant_resource_fkey FOREIGN KEY (resource_id) REFERENCES scenario(id) ON DELETE CASCADE
) FOR VALUES IN ('scenario');

create table study_grant partition of resource_grant (
  constraint study_grant_resource_fkey FOREIGN KEY (resource_id) REFERENCES study(id) ON DELETE CASCADE
) FOR VALUES IN ('study');

create table timetable_grant partition of resource_grant (
  constraint timetable_grant_resource_fkey FOREIGN KEY (resource_id) REFERENCES timetable(id) ON DELETE CASCADE
) FOR VALUES IN ('timetable');

create table rolling_stock (
  id bigint default nextval('resource_id'::regclass) not null,
  name text not null,
  version bigint default 0 not null,
  locked boolean default false not null,
  power_restriction_codes text[] not null,
  electric_modes text[] not null,
  record text not null,
  light_record text not null,
  collection_id bigint not null,
  constraint rolling_stock_collection_fkey FOREIGN KEY (collection_id) REFERENCES rolling_stock_collection(id),
  constraint rolling_stock_name_key UNIQUE (name),
  constraint rolling_stock_pkey PRIMARY KEY (id)
);

create table rolling_stock_collection (
  id bigint default nextval('resource_id'::regclass) not null,
  name text not null,
  description text default ''::text not null,
  is_default boolean default false not null,
  created timestamp with time zone default now() not null,
  revision bigint default 1 not null,
  constraint rolling_stock_collection_pkey PRIMARY KEY (id)
);

create table scenario (
  id bigint default nextval('resource_id'::regclass) not null,
  study_id bigint not null,
  name text not null,
  description text default ''::text not null,
  tags text[] default '{}'::text[] not null,
  infra_id bigint not null,
  timetable_id bigint not null,
  electrical_profile_set_id bigint,
  creation_date timestamp with time zone default now() not null,
  last_modification timestamp with time zone default now() not null,
  revision bigint default 1 not null,
  constraint scenario_electrical_profile_set_fkey FOREIGN KEY (electrical_profile_set_id) REFERENCES electrical_profile_set(id),
  constraint scenario_infra_fkey FOREIGN KEY (infra_id) REFERENCES infra(id),
  constraint scenario_pkey PRIMARY KEY (id),
  constraint scenario_study_fkey FOREIGN KEY (study_id) REFERENCES study(id) ON DELETE CASCADE,
  constraint scenario_timetable_fkey FOREIGN KEY (timetable_id) REFERENCES timetable(id) ON DELETE CASCADE,
  constraint scenario_timetable_id_key UNIQUE (timetable_id)
);

create table search_environment (
  id bigint default nextval('resource_id'::regclass) not null,
  is_only boolean default true not null,
  infra_id bigint not null,
  timetable_id bigint not null,
  electrical_profile_set_id bigint,
  work_schedule_group_id bigint,
  temporary_speed_limit_group_id bigint,
  search_window_begin timestamp with time zone not null,
  search_window_end timestamp with time zone not null,
  constraint search_environment_electrical_profile_set_fkey FOREIGN KEY (electrical_profile_set_id) REFERENCES electrical_profile_set(id),
  constraint search_environment_infra_fkey FOREIGN KEY (infra_id) REFERENCES infra(id),
  constraint search_environment_is_only_check CHECK (is_only),
  constraint search_environment_is_only_key UNIQUE (is_only),
  constraint search_environment_pkey PRIMARY KEY (id),
  constraint search_environment_temporary_speed_limit_group_fkey FOREIGN KEY (temporary_speed_limit_group_id) REFERENCES temporary_speed_limit_group(id),
  constraint search_environment_timetable_fkey FOREIGN KEY (timetable_id) REFERENCES timetable(id),
  constraint search_environment_work_schedule_group_fkey FOREIGN KEY (work_schedule_group_id) REFERENCES work_schedule_group(id)
);

create unlogged table staged_piece (
  staged_id bigint not null,
  place integer not null,
  piece text storage external not null,
  created timestamp with time zone default now() not null,
  constraint staged_piece_pkey PRIMARY KEY (staged_id, place)
);

create table study (
  id bigint default nextval('resource_id'::regclass) not null,
  project_id bigint not null,
  name text not null,
  description text,
  business_code text,
  service_code text,
  start_date date,
  expected_end_date date,
  actual_end_date date,
  budget integer,
  tags text[] default '{}'::text[] not null,
  state text not null,
  study_type text,
  creation_date timestamp with time zone default now() not null,
  last_modification timestamp with time zone default now() not null,
  revision bigint default 1 not null,
  constraint study_pkey PRIMARY KEY (id),
  constraint study_project_fkey FOREIGN KEY (project_id) REFERENCES project(id) ON DELETE CASCADE,
  constraint study_start_date_check CHECK (((start_date <= expected_end_date) AND (start_date <= actual_end_date)))
);

create table sub_category (
  code text not null,
  name text not null,
  main_category text not null,
  color text not null,
  revision bigint default 1 not null,
  constraint sub_category_pkey PRIMARY KEY (code)
);

create table subject (
  id bigint default nextval('resource_id'::regclass) not null,
  constraint subject_pkey PRIMARY KEY (id)
);

create table subject_role (
  subject_id bigint not null,
  app_role text not null,
  since timestamp with time zone default now() not null,
  constraint subject_role_pkey PRIMARY KEY (subject_id, app_role),
  constraint subject_role_subject_fkey FOREIGN KEY (subject_id) REFERENCES subject(id) ON DELETE CASCADE
);

create table temporary_speed_limit_group (
  id bigint default nextval('resource_id'::regclass) not null,
  name text not null,
  limits text not null,
  windows text default '[]'::text not null,
  constraint temporary_speed_limit_group_name_key UNIQUE (name),
  constraint temporary_speed_limit_group_pkey PRIMARY KEY (id)
);

create table timetable (
  id bigint default nextval('resource_id'::regclass) not null,
  name text,
  modified_by bigint,
  modified_at timestamp with time zone default now(),
  period text,
  revision bigint default 1 not null,
  constraint timetable_pkey PRIMARY KEY (id)
);

create table towed_rolling_stock (
  id bigint default nextval('resource_id'::regclass) not null,
  name text not null,
  version bigint default 0 not null,
  locked boolean default false not null,
  record text not null,
  constraint towed_rolling_stock_name_key UNIQUE (name),
  constraint towed_rolling_stock_pkey PRIMARY KEY (id)
);

create table train_change (
  timetable_id bigint not null,
  writer integer not null,
  change_count bigint not null,
  changed_by bigint,
  changed_at timestamp with time zone,
  constraint train_change_pkey PRIMARY KEY (timetable_id, writer)
);

create table train_history (
  id bigint generated always as identity not null,
  timetable_id bigint not null,
  kind text not null,
  act text not null,
  train_ids bigint[] not null,
  revisions bigint[] not null,
  records text[],
  author_id bigint,
  at timestamp with time zone default now() not null,
  constraint train_history_pkey PRIMARY KEY (id)
);

create table train_report (
  id bigint generated always as identity not null,
  timetable_id bigint not null,
  date text not null,
  train text not null,
  stop text not null,
  event text not null,
  at timestamp with time zone,
  observed_at timestamp with time zone not null,
  source text not null,
  other text default ''::text not null,
  priority smallint default 0 not null,
  until timestamp with time zone,
  percent smallint,
  day_id bigint not null,
  change bigint default 1 not null,
  constraint train_report_key UNIQUE (timetable_id, date, train, stop, event, other, priority),
  constraint train_report_pkey PRIMARY KEY (id),
  constraint train_report_timetable_fkey FOREIGN KEY (timetable_id) REFERENCES timetable(id) ON DELETE CASCADE
);

create table train_report_day (
  id bigint generated always as identity not null,
  timetable_id bigint not null,
  date text not null,
  change_count bigint not null,
  report_count bigint not null,
  deleted_at bigint default 0 not null,
  constraint train_report_day_key UNIQUE (timetable_id, date),
  constraint train_report_day_pkey PRIMARY KEY (id),
  constraint train_report_day_timetable_fkey FOREIGN KEY (timetable_id) REFERENCES timetable(id) ON DELETE CASCADE
);

create table train_schedule (
  id bigint default nextval('resource_id'::regclass) not null,
  timetable_id bigint not null,
  revision bigint default 1 not null,
  rolling_stock_name text not null,
  record text not null,
  sub_category_code text,
  modified_by bigint,
  modified_at timestamp with time zone default now(),
  days text,
  constraint train_schedule_pkey PRIMARY KEY (id),
  constraint train_schedule_timetable_fkey FOREIGN KEY (timetable_id) REFERENCES timetable(id) ON DELETE CASCADE
);

create table work_schedule (
  id bigint default nextval('resource_id'::regclass) not null,
  group_id bigint not null,
  record text not null,
  constraint work_schedule_group_fkey FOREIGN KEY (group_id) REFERENCES work_schedule_group(id) ON DELETE CASCADE,
  constraint work_schedule_pkey PRIMARY KEY (id)
);

create table work_schedule_group (
  id bigint default nextval('resource_id'::regclass) not null,
  name text not null,
  constraint work_schedule_group_name_key UNIQUE (name),
  constraint work_schedule_group_pkey PRIMARY KEY (id)
);

create index acknowledgement_acknowledged_by_idx ON public.acknowledgement USING btree (acknowledged_by);

create index acknowledgement_infra_id_idx ON public.acknowledgement USING btree (infra_id);

create index acknowledgement_paced_train_id_idx ON public.acknowledgement USING btree (paced_train_id);

create index document_created_by_idx ON public.document USING btree (created_by);

create index event_created_idx ON public.event USING btree (created);

create index event_resource_idx ON public.event USING btree (resource_type, resource_id, place);

create index idempotency_created_idx ON public.idempotency USING btree (created);

create index infra_content_id_idx ON public.infra USING btree (content_id);

create index infra_content_rows_of_idx ON public.infra_content USING btree (rows_of);

create index infra_error_changed_idx ON public.infra_error USING btree (content_id) WHERE ((made > 0) OR (ended IS NOT NULL));

create index infra_line_changed_idx ON public.infra_line USING btree (content_id) WHERE ((made > 0) OR (ended IS NOT NULL));

create index infra_line_line_code_idx ON public.infra_line USING btree (content_id, line_code);

create index infra_object_changed_idx ON public.infra_object USING btree (content_id) WHERE ((made > 0) OR (ended IS NOT NULL));

create index infra_operational_point_changed_idx ON public.infra_operational_point USING btree (content_id) WHERE ((made > 0) OR (ended IS NOT NULL));

create index infra_operational_point_folded_name_idx ON public.infra_operational_point USING gin (folded_name gin_trgm_ops);

create index infra_operational_point_trigram_idx ON public.infra_operational_point USING hash (trigram);

create index infra_operational_point_uic_idx ON public.infra_operational_point USING btree (uic);

create index infra_signal_changed_idx ON public.infra_signal USING btree (content_id) WHERE ((made > 0) OR (ended IS NOT NULL));

create index membership_group_id_idx ON public.membership USING btree (group_id);

create index operation_content_id_idx ON public.operation USING btree (content_id);

create index operation_electrical_profile_set_id_idx ON public.operation USING btree (electrical_profile_set_id);

create index operation_infra_id_idx ON public.operation USING btree (infra_id);

create index operation_opened_by_idx ON public.operation USING btree (opened_by);

create index operation_temporary_speed_limit_group_id_idx ON public.operation USING btree (temporary_speed_limit_group_id);

create index paced_train_stock_name_idx ON public.paced_train_stock USING btree (name, timetable_id);

create index paced_train_sub_category_codes_idx ON public.paced_train USING gin (sub_category_codes) WHERE (sub_category_codes <> '{}'::text[]);

create index paced_train_timetable_id_idx ON public.paced_train USING btree (timetable_id, id);

create index resource_grant_granted_by_idx ON ONLY public.resource_grant USING btree (granted_by);

create index resource_grant_subject_id_idx ON ONLY public.resource_grant USING btree (subject_id);

create index resource_grant_subject_key_idx ON ONLY public.resource_grant USING btree (subject_key, resource_id);

create index rolling_stock_collection_id_idx ON public.rolling_stock USING btree (collection_id);

create UNIQUE index rolling_stock_collection_is_default_idx ON public.rolling_stock_collection USING btree (is_default) WHERE is_default;

create index scenario_electrical_profile_set_id_idx ON public.scenario USING btree (electrical_profile_set_id);

create index scenario_infra_id_idx ON public.scenario USING btree (infra_id);

create index scenario_study_id_idx ON public.scenario USING btree (study_id);

create index study_project_id_idx ON public.study USING btree (project_id);

create index train_history_at_idx ON public.train_history USING btree (at);

create index train_history_timetable_id_idx ON public.train_history USING btree (timetable_id, id);

create index train_report_change_idx ON public.train_report USING btree (day_id, change);

create index train_schedule_rolling_stock_name_idx ON public.train_schedule USING btree (rolling_stock_name, timetable_id);

create index train_schedule_sub_category_code_idx ON public.train_schedule USING btree (sub_category_code) WHERE (sub_category_code IS NOT NULL);

create index train_schedule_timetable_id_idx ON public.train_schedule USING btree (timetable_id, id);

create index work_schedule_group_id_idx ON public.work_schedule USING btree (group_id, id);

create trigger note_change AFTER DELETE OR UPDATE ON public.infra FOR EACH ROW EXECUTE FUNCTION note_infra();
create trigger note_state AFTER UPDATE OF is_faulty ON public.infra_content FOR EACH ROW WHEN (((old.is_faulty IS NULL) AND (new.is_faulty IS NOT NULL))) EXECUTE FUNCTION note_infra_state();
create trigger announce AFTER INSERT ON public.new_event FOR EACH ROW EXECUTE FUNCTION announce_event();
create trigger note_delete AFTER DELETE ON public.operation REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_timetable_records('operations');
create trigger note_insert AFTER INSERT ON public.operation REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_timetable_records('operations');
create trigger note_update AFTER UPDATE ON public.operation REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_timetable_records('operations');
create trigger keep_delete AFTER DELETE ON public.paced_train REFERENCING OLD TABLE AS was FOR EACH STATEMENT EXECUTE FUNCTION keep_train_history();
create trigger keep_insert AFTER INSERT ON public.paced_train REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION keep_train_history();
create trigger keep_update AFTER UPDATE ON public.paced_train REFERENCING OLD TABLE AS was NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION keep_train_history();
create trigger list_delete AFTER DELETE ON public.paced_train REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION paced_train_stocks();
create trigger list_insert AFTER INSERT ON public.paced_train REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION paced_train_stocks();
create trigger list_update AFTER UPDATE ON public.paced_train REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION paced_train_stocks();
create trigger note_delete AFTER DELETE ON public.paced_train REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_timetable_records('paced_trains');
create trigger note_insert AFTER INSERT ON public.paced_train REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_timetable_records('paced_trains');
create trigger note_update AFTER UPDATE ON public.paced_train REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_timetable_records('paced_trains');
create trigger paced_train_delete AFTER DELETE ON public.paced_train REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_train_change();
create trigger paced_train_insert AFTER INSERT ON public.paced_train REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_train_change();
create trigger paced_train_update AFTER UPDATE ON public.paced_train REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_train_change();
create trigger note_change AFTER INSERT OR DELETE OR UPDATE ON public.rolling_stock FOR EACH ROW EXECUTE FUNCTION note_rolling_stock();
create trigger note_delete AFTER DELETE ON public.temporary_speed_limit_group REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_infra_group('temporary_speed_limits');
create trigger note_insert AFTER INSERT ON public.temporary_speed_limit_group REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_infra_group('temporary_speed_limits');
create trigger note_update AFTER UPDATE ON public.temporary_speed_limit_group REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_infra_group('temporary_speed_limits');
create trigger note_change AFTER UPDATE ON public.timetable FOR EACH ROW EXECUTE FUNCTION note_timetable();
create trigger note_delete AFTER DELETE ON public.timetable FOR EACH ROW EXECUTE FUNCTION note_timetable();
create trigger note_delete AFTER DELETE ON public.train_report REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_timetable_records('train_reports');
create trigger note_insert AFTER INSERT ON public.train_report REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_timetable_records('train_reports');
create trigger note_update AFTER UPDATE ON public.train_report REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_timetable_records('train_reports');
create trigger keep_delete AFTER DELETE ON public.train_schedule REFERENCING OLD TABLE AS was FOR EACH STATEMENT EXECUTE FUNCTION keep_train_history();
create trigger keep_insert AFTER INSERT ON public.train_schedule REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION keep_train_history();
create trigger keep_update AFTER UPDATE ON public.train_schedule REFERENCING OLD TABLE AS was NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION keep_train_history();
create trigger note_delete AFTER DELETE ON public.train_schedule REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_timetable_records('trains');
create trigger note_insert AFTER INSERT ON public.train_schedule REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_timetable_records('trains');
create trigger note_update AFTER UPDATE ON public.train_schedule REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_timetable_records('trains');
create trigger train_schedule_delete AFTER DELETE ON public.train_schedule REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_train_change();
create trigger train_schedule_insert AFTER INSERT ON public.train_schedule REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_train_change();
create trigger train_schedule_update AFTER UPDATE ON public.train_schedule REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_train_change();
create trigger note_delete AFTER DELETE ON public.work_schedule_group REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_infra_group('work_schedules');
create trigger note_insert AFTER INSERT ON public.work_schedule_group REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_infra_group('work_schedules');
create trigger note_update AFTER UPDATE ON public.work_schedule_group REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_infra_group('work_schedules');

-- function acknowledge_trains(wanted_infra_id bigint, user_id bigint, given json) returns bigint
-- function act_as(author_id bigint) returns boolean
-- function acting_user() returns bigint
-- function add_members(wanted_group_id bigint, user_ids bigint[], may_assign_roles boolean, OUT outcome text, OUT unknown_user_id bigint) returns record
-- function announce_event() returns trigger
-- function are_writable(wanted_type resource_type, wanted_ids bigint[], viewer_id bigint) returns boolean
-- function bounded_texts(texts text[], bytes_max bigint) returns TABLE(item text)
-- function change_grant(actor_id bigint, is_admin boolean, wanted_type resource_type, wanted_id bigint, wanted_grant_id bigint, wanted_level privilege_level, OUT outcome text, OUT effective text) returns record
-- function change_trains(wanted_timetable_id bigint, known_ids bigint[], known_revisions bigint[], author_id bigint, lists text[]) returns TABLE(made_ids bigint[], revisions bigint[], rolling_stock_names text[], records text, modified_at text)
-- function changes_of_trains(wanted_timetable_id bigint) returns text
-- function check_project_image(document_id bigint, viewer_id bigint) returns void
-- function count_train_change() returns trigger
-- function create_grant(actor_id bigint, is_admin boolean, wanted_type resource_type, wanted_id bigint, wanted_subject_id bigint, wanted_level privilege_level, OUT outcome text, OUT effective text, OUT made_id bigint) returns record
-- function create_group(creator_id bigint, wanted_name text, app_roles text[]) returns bigint
-- function create_livery(wanted_stock_id bigint, home_id bigint, given_name text, count_max integer, content_type text, picture text) returns TABLE(outcome text, "json" text)
-- function create_project(given jsonb, owner_id bigint, viewer_id bigint) returns TABLE(revision bigint, answer text)
-- function create_scenario(wanted_project_id bigint, wanted_study_id bigint, given jsonb, owner_id bigint, viewer_id bigint) returns TABLE(revision bigint, answer text)
-- function create_study(wanted_project_id bigint, given jsonb, owner_id bigint, viewer_id bigint) returns TABLE(revision bigint, answer text)
-- function datetime_text(at timestamp with time zone) returns text
-- function day_lists(wanted_timetable_id bigint) returns text
-- function delete_electrical_profile_set(doomed_id bigint, viewer_id bigint, may_change_scenarios boolean, is_admin boolean, OUT outcome text, OUT use_count bigint) returns record
-- function delete_group(doomed_id bigint, is_admin boolean, OUT outcome text, OUT orphan_type text, OUT orphan_id bigint) returns record
-- function delete_infra(doomed_id bigint, viewer_id bigint, is_admin boolean, OUT is_deleted boolean, OUT freed_content_id bigint, OUT use_count bigint, OUT usage text) returns record
-- function delete_livery(wanted_stock_id bigint, home_id bigint, doomed_id bigint) returns TABLE(outcome text)
-- function delete_rolling_stock(doomed_id bigint, home_id bigint, is_forced boolean, viewer_id bigint) returns TABLE(outcome text, use_count bigint, usage text)
-- function delete_rolling_stock_collection(doomed_id bigint) returns text
-- function delete_scenario(wanted_project_id bigint, wanted_study_id bigint, doomed_id bigint) returns boolean
-- function delete_study(wanted_project_id bigint, doomed_id bigint) returns boolean
-- function delete_sub_category(doomed_code text, viewer_id bigint, author_id bigint, OUT outcome text, OUT use_count bigint) returns record
-- function delete_timetable(doomed_id bigint, expected_scenario_id bigint, is_admin boolean, is_forced boolean) returns text
-- function delete_trains(kind text, doomed_ids bigint[], author_id bigint) returns bigint
-- function edit_infra(edited_id bigint, from_content_id bigint, to_content_id bigint, facts jsonb, lists text[], OUT outcome text, OUT new_version bigint) returns record
-- function effective_level(wanted_type resource_type, wanted_id bigint, subjects bigint[]) returns privilege_level
-- function event_head() returns bigint
-- function fold_text(given text) returns text
-- function has_other_owner(wanted_type resource_type, wanted_id bigint, ignored_grant_id bigint, ignored_group_id bigint) returns boolean
-- function identify_user(given_identity text, given_name text) returns TABLE(id bigint, name text)
-- function import_trains(wanted_timetable_id bigint, author_id bigint, lists text[], OUT train_schedule_ids bigint[], OUT paced_train_ids bigint[]) returns record
-- function inherited_level(level privilege_level) returns privilege_level
-- function insert_trains(kind text, wanted_timetable_id bigint, author_id bigint, lists text[]) returns bigint[]
-- function is_content_used(wanted_content_id bigint) returns boolean
-- function is_in_content(steps int4multirange, made integer, ended int4multirange) returns boolean
-- function is_kept(base bigint, oldest timestamp with time zone, made integer, ended int4multirange) returns boolean
-- function is_readable(wanted_type resource_type, wanted_id bigint, viewer_id bigint) returns boolean
-- function joined_names(names text[], bytes_max bigint) returns TABLE(count bigint, fitting_count bigint, results text)
-- function keep_answer(asker_id bigint, asker_key text, wanted_hash text, given_answer text) returns boolean
-- function keep_train_history() returns trigger
-- function livery_text(shown livery) returns text
-- function livery_texts(stock_id bigint) returns text
-- function lock_owners() returns void
-- function looking_since(wanted_type resource_type, wanted_id bigint, wanted_user_id bigint, opening_roles text[]) returns timestamp with time zone
-- function modification_text(author_id bigint, author_name text, at timestamp with time zone) returns text
-- function name_in_record(record text, days text) returns text
-- function note_infra() returns trigger
-- function note_infra_group() returns trigger
-- function note_infra_state() returns trigger
-- function note_rolling_stock() returns trigger
-- function note_timetable() returns trigger
-- function note_timetable_records() returns trigger
-- function object_in_content(rows_of bigint, steps int4multirange, wanted_type smallint, wanted_id text) returns TABLE(place tid, ordinal integer, railjson text)
-- function open_days() returns TABLE(id bigint, timetable_id bigint, infra_id bigint, date text, electrical_profile_set_id bigint, temporary_speed_limit_group_id bigint, plan integer, run_count bigint, begin text, "end" text, opened_at text, opened_by text, planned_at text, has_plan_changed boolean, has_network_changed boolean)
-- function orphaned_by_group(wanted_group_id bigint, is_group_kept boolean) returns TABLE(resource_type text, resource_id bigint)
-- function paced_train_stocks() returns trigger
-- function place_events() returns void
-- function probe_storage() returns void
-- function project_answer(wanted_id bigint, viewer_id bigint) returns TABLE(revision bigint, answer text)
-- function project_item(p project, is_readable boolean) returns text
-- function project_record(p project, is_readable boolean) returns text
-- function prune_contents(age_s double precision) returns void
-- function prune_events(kept_s double precision) returns void
-- function read_events(after_place bigint, bytes_max bigint) returns TABLE(place bigint, resource_type text, resource_id bigint, name text, data text, age_ms double precision)
-- function remove_members(wanted_group_id bigint, user_ids bigint[], is_admin boolean, OUT outcome text, OUT unknown_user_id bigint, OUT orphan_type text, OUT orphan_id bigint) returns record
-- function rename_reported(wanted_timetable_id bigint, wanted_date text, old_names text[], new_names text[]) returns void
-- function reports_version(wanted_timetable_id bigint, first_day text, last_day text) returns text
-- function reserve_content_id() returns bigint
-- function resource_exists(wanted_type resource_type, wanted_id bigint) returns boolean
-- function save_rolling_stock_collection(wanted_id bigint, given_name text, given_description text, if_revision bigint, given_stock_ids bigint[], checked_ids bigint[], owner_id bigint) returns TABLE(outcome text, missing_stock_id bigint, id bigint, name text, description text, is_default boolean, rolling_stock_ids bigint[], revision bigint)
-- function scenario_answer(wanted_project_id bigint, wanted_study_id bigint, wanted_scenario_id bigint, viewer_id bigint) returns TABLE(revision bigint, answer text)
-- function scenario_infra_name(c scenario, viewer_id bigint) returns text
-- function scenario_record(c scenario, viewer_id bigint) returns text
-- function scenario_references(scenario_ids bigint[], viewer_id bigint) returns text
-- function scenario_trains_count(c scenario, viewer_id bigint) returns bigint
-- function scenarios_with_stock(wanted_name text) returns bigint[]
-- function staged_text(wanted_id bigint, wanted_count integer, last_piece text) returns text
-- function stock_collections(records text[]) returns bigint[]
-- function stock_light_text(stock_id bigint, light_record text) returns text
-- function study_answer(wanted_project_id bigint, wanted_study_id bigint, viewer_id bigint) returns TABLE(revision bigint, answer text)
-- function study_item(s study, is_readable boolean) returns text
-- function study_record(s study, is_readable boolean) returns text
-- function subjects_of(wanted_user_id bigint) returns bigint[]
-- function timetable_change(wanted_id bigint, OUT author_id bigint, OUT at timestamp with time zone) returns record
-- function timetables_with_stocks(wanted_names text[]) returns bigint[]
-- function touch_study(wanted_project_id bigint, wanted_study_id bigint) returns boolean
-- function towed_rolling_stock_answer(stock towed_rolling_stock) returns text
-- function train_text(id bigint, timetable_id bigint, author_id bigint, author_name text, modified_at timestamp with time zone, record text) returns text
-- function trains() returns TABLE(kind text, id bigint, timetable_id bigint, rolling_stock_names text[], record text, modified_by bigint, modified_at timestamp with time zone)
-- function trains_of_sub_category(wanted_code text) returns TABLE(id bigint, timetable_id bigint)
-- function update_project(wanted_id bigint, given jsonb, if_revision bigint, viewer_id bigint) returns TABLE(revision bigint, answer text)
-- function update_rolling_stock(wanted_id bigint, home_id bigint, target_id bigint, if_version bigint, given_name text, given_locked boolean, given_codes text[], given_modes text[], given_record text, given_light_record text) returns TABLE(outcome text, version bigint, "json" text)
-- function update_scenario(wanted_project_id bigint, wanted_study_id bigint, wanted_scenario_id bigint, given jsonb, if_revision bigint, viewer_id bigint) returns TABLE(revision bigint, answer text)
-- function update_study(wanted_project_id bigint, wanted_study_id bigint, given jsonb, if_revision bigint, viewer_id bigint) returns TABLE(revision bigint, answer text)
-- function visible_projects(viewer_id bigint) returns TABLE(id bigint, is_readable boolean)
-- function visible_resources(wanted_type resource_type, viewer_id bigint) returns TABLE(id bigint)
-- function visible_scenarios(viewer_id bigint) returns TABLE(id bigint)
-- function visible_studies(viewer_id bigint, wanted_project_id bigint) returns TABLE(id bigint, is_readable boolean)
-- function word_pattern(word text) returns text
