-- What has changed, for those who look on. The statement that changes something writes it down as well, by
-- triggers, so that no statement can forget it and nothing is told of what was rolled back.
--
-- Readers must see events in an order in which none comes late. Numbers that writers draw are not: a higher
-- one can commit before a lower one. A lock per timetable would put writers in line, and reading below the
-- oldest running transaction would hold everything up behind one long import. So writers leave events
-- without a place, at the cost of an insertion, and who reads first gives those that are visible, thus
-- committed, the next places, one reader at a time (place_events).
create table new_event (
  id bigint generated always as identity constraint new_event_pkey primary key,
  -- what has changed, or in which timetable: `timetable`, `infra`, or `rolling_stock`, where the timetables
  -- follow from `stock_names` when it gets its place
  about_type text not null,
  about_id bigint not null,
  name text not null,
  -- JSON, one line
  data text not null,
  stock_names text[],
  created timestamptz not null default clock_timestamp()
);

create sequence event_place as bigint;

-- The events of the last hour, in order, for readers who were away.
create table event (
  place bigint constraint event_pkey primary key,
  resource_type resource_type not null,
  resource_id bigint not null,
  name text not null,
  data text not null,
  created timestamptz not null
);
create index event_resource_idx on event (resource_type, resource_id, place);
create index event_created_idx on event (created);

-- The last place of the events that were pruned: who has seen no more has missed some.
create table event_horizon (
  is_only boolean default true
    constraint event_horizon_pkey primary key
    constraint event_horizon_is_only_check check (is_only),
  place bigint not null
);
insert into event_horizon (place) values (0);
