-- An opened day: the trains that run on it, their rolling stocks and the network as they were when the day was opened or
-- last refreshed, so that no edit changes the running day beneath its dispatcher. One for each operating day of a
-- timetable, because reports belong to the timetable and the day.
create table operation (
  id bigint default nextval('resource_id') constraint operation_pkey primary key,
  timetable_id bigint not null
    constraint operation_timetable_fkey references timetable (id) on delete cascade,
  -- empty: of trains at their starts
  date text not null,
  infra_id bigint not null constraint operation_infra_fkey references infra (id),
  -- never pruned while a day stands on it
  content_id bigint not null constraint operation_content_fkey references infra_content (id),
  electrical_profile_set_id bigint
    constraint operation_electrical_profile_set_fkey references electrical_profile_set (id),
  temporary_speed_limit_group_id bigint
    constraint operation_temporary_speed_limit_group_fkey references temporary_speed_limit_group (id),
  -- which of its plans it stands on, from 1: rows of the tables below have the same
  plan integer not null default 1,
  -- of the plan: the timetable's change counter, period (null: none) and lists of days
  train_changes text not null,
  period text,
  lists text not null,
  -- when its first train starts and its last one ends; null: it has none
  begins_at timestamptz,
  ends_at timestamptz,
  opened_by bigint constraint operation_opened_by_fkey references app_user (id) on delete set null,
  opened_at timestamptz not null default now(),
  planned_at timestamptz not null default now(),
  constraint operation_day_key unique (timetable_id, date)
);
create index operation_infra_id_idx on operation (infra_id);
create index operation_content_id_idx on operation (content_id);
create index operation_electrical_profile_set_id_idx on operation (electrical_profile_set_id);
create index operation_temporary_speed_limit_group_id_idx on operation (temporary_speed_limit_group_id);
create index operation_opened_by_idx on operation (opened_by);

-- The records of its trains, as in their own tables.
create table operation_train (
  operation_id bigint not null
    constraint operation_train_operation_fkey references operation (id) on delete cascade,
  plan integer not null,
  kind text not null,
  id bigint not null,
  rolling_stock_names text[] not null,
  record text not null,
  constraint operation_train_pkey primary key (operation_id, plan, kind, id)
);

create table operation_stock (
  operation_id bigint not null
    constraint operation_stock_operation_fkey references operation (id) on delete cascade,
  plan integer not null,
  name text not null,
  -- where it is now decides who may see it: the rolling stock's id, and its collection when it was copied
  stock_id bigint not null,
  collection_id bigint not null,
  record text not null,
  constraint operation_stock_pkey primary key (operation_id, plan, name)
);

-- Each train on the day. Its number is made once: a refresh finds the same train again by its planned departure, although
-- the names of occurrences are counts that shift.
create table operation_run (
  operation_id bigint not null
    constraint operation_run_operation_fkey references operation (id) on delete cascade,
  plan integer not null,
  run integer not null,
  -- its name in reports: JSON text
  train text not null,
  name text not null,
  starts_at timestamptz not null,
  -- digest of what is planned, without its start
  form text not null,
  -- a later plan does not have it
  is_gone boolean not null,
  constraint operation_run_pkey primary key (operation_id, plan, run)
);
