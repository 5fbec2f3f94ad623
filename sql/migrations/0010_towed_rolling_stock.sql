-- Towed rolling stocks: vehicles without traction of their own. They belong to everybody: no train
-- names one yet, so nothing of a timetable shows through them and no collection guards them.
--
-- `record` is the JSON object that clients get, without id, version and locked, which are spliced in.

create table towed_rolling_stock (
  id bigint default nextval('resource_id') constraint towed_rolling_stock_pkey primary key,
  name text not null,
  -- raised by each change that changes something
  version bigint not null default 0,
  locked boolean not null default false,
  record text not null,
  constraint towed_rolling_stock_name_key unique (name)
);
