-- Contents that edits make: each is the rows of an import and what was changed since. A row says with which step it
-- came and with which steps it ended; a content says which steps belong to it. So an edit writes what it changes and
-- nothing else, contents stay immutable, and a clone that is edited goes another way on the same rows: a row may have
-- ended for one of them and not for the other.

alter table infra_content
  -- the content of the import, whose id all its rows have; null: it is that one
  add column base_id bigint constraint infra_content_base_fkey references infra_content (id),
  add column rows_of bigint not null generated always as (coalesce(base_id, id)) stored,
  add column steps int4multirange not null default '{[0,1)}',
  -- of a base: the last step that an edit was given
  add column last_step integer not null default 0,
  -- what the edit changed, for those who look on, as JSON text; null for an import
  add column change text;
create index infra_content_rows_of_idx on infra_content (rows_of);

alter table infra_object
  add column made integer not null default 0,
  add column ended int4multirange,
  drop constraint infra_object_pkey,
  add constraint infra_object_pkey primary key (content_id, object_type, ordinal, made),
  drop constraint infra_object_obj_id_key,
  add constraint infra_object_obj_id_key unique (content_id, object_type, obj_id, made);

-- The list's order no longer is that of the checks: by type, then as objects are in their lists, so that an edit can
-- change the rows of some objects alone.
alter table infra_error
  add column object_type smallint,
  add column object_ordinal integer,
  add column made integer not null default 0,
  add column ended int4multirange;
update infra_error e set object_type = o.object_type, object_ordinal = o.ordinal
from infra_object o
where o.content_id = e.content_id
  and o.obj_id = e.object_id
  and o.object_type = array_position(
    array[
      'TrackSection', 'SwitchType', 'Electrification', 'NeutralSection', 'SpeedSection', 'OperationalPoint',
      'Detector', 'BufferStop', 'Switch', 'Route', 'Signal'
    ],
    e.information::json ->> 'obj_type'
  ) - 1;
alter table infra_error
  alter column object_type set not null,
  alter column object_ordinal set not null,
  drop constraint infra_error_pkey,
  add constraint infra_error_pkey primary key (content_id, object_type, object_ordinal, ordinal, made);

alter table infra_operational_point
  add column made integer not null default 0,
  add column ended int4multirange,
  drop constraint infra_operational_point_pkey,
  add constraint infra_operational_point_pkey primary key (content_id, ordinal, made);

alter table infra_signal
  add column made integer not null default 0,
  add column ended int4multirange,
  drop constraint infra_signal_pkey,
  add constraint infra_signal_pkey primary key (content_id, ordinal, made);

alter table infra_line
  add column made integer not null default 0,
  add column ended int4multirange,
  drop constraint infra_line_pkey,
  add constraint infra_line_pkey primary key (content_id, ordinal, made);

-- What edits have changed: few rows, from which those that no content has any more are found.
create index infra_object_changed_idx on infra_object (content_id) where made > 0 or ended is not null;
create index infra_error_changed_idx on infra_error (content_id) where made > 0 or ended is not null;
create index infra_operational_point_changed_idx on infra_operational_point (content_id)
  where made > 0 or ended is not null;
create index infra_signal_changed_idx on infra_signal (content_id) where made > 0 or ended is not null;
create index infra_line_changed_idx on infra_line (content_id) where made > 0 or ended is not null;
