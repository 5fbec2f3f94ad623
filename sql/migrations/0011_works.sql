-- Works on tracks and speed limits that hold for a time, in named groups that are made and deleted as
-- a whole. They belong to no infrastructure: they name tracks softly, as electrical profiles do.

create table work_schedule_group (
  id bigint default nextval('resource_id') constraint work_schedule_group_pkey primary key,
  name text not null constraint work_schedule_group_name_key unique
);

-- One row a work, because conflicts name works by id. `record` is the JSON object that clients get,
-- without its id.
create table work_schedule (
  id bigint default nextval('resource_id') constraint work_schedule_pkey primary key,
  group_id bigint not null
    constraint work_schedule_group_fkey references work_schedule_group (id) on delete cascade,
  record text not null
);
create index work_schedule_group_id_idx on work_schedule (group_id, id);

create table temporary_speed_limit_group (
  id bigint default nextval('resource_id')
    constraint temporary_speed_limit_group_pkey primary key,
  name text not null constraint temporary_speed_limit_group_name_key unique,
  -- the limits as a JSON array
  limits text not null,
  -- of each limit in turn: when it is in force, and a digest of what it says; a JSON array that tells
  -- which limits count for a train without reading what they are
  windows text not null
);
