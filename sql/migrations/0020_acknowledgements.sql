-- What a planner has seen of a train on an infrastructure and accepted: digests of its path and of its times,
-- and of what they followed from then. A train that was never acknowledged is never outdated. It goes with
-- its train, also when the timetable goes, and with its infrastructure.
create table acknowledgement (
  id bigint generated always as identity constraint acknowledgement_pkey primary key,
  infra_id bigint not null
    constraint acknowledgement_infra_fkey references infra (id) on delete cascade,
  -- one of the two
  train_schedule_id bigint
    constraint acknowledgement_train_schedule_fkey references train_schedule (id) on delete cascade,
  paced_train_id bigint
    constraint acknowledgement_paced_train_fkey references paced_train (id) on delete cascade,
  path_digest text not null,
  times_digest text not null,
  duration_ms bigint not null,
  length_mm bigint not null,
  -- what path and times follow from
  infra_version bigint not null,
  stocks_digest text not null,
  record_digest text not null,
  acknowledged_by bigint
    constraint acknowledgement_acknowledged_by_fkey references app_user (id) on delete set null,
  acknowledged_at timestamptz not null default now(),
  constraint acknowledgement_train_check
    check (num_nonnulls(train_schedule_id, paced_train_id) = 1),
  constraint acknowledgement_train_schedule_id_key unique (train_schedule_id, infra_id),
  constraint acknowledgement_paced_train_id_key unique (paced_train_id, infra_id)
);
create index acknowledgement_infra_id_idx on acknowledgement (infra_id);
create index acknowledgement_acknowledged_by_idx on acknowledgement (acknowledged_by);
