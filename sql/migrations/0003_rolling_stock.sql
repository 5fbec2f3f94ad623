-- Rolling stocks. Trains name them softly (no foreign key): a train may come before its stock.
--
-- `record` and `light_record` are the JSON objects that clients get, without id, version and locked;
-- they are written once and go out unparsed, with those three spliced in before the first key.

create table rolling_stock (
  id bigint default nextval('resource_id') constraint rolling_stock_pkey primary key,
  name text not null,
  -- raised by each change that changes something
  version bigint not null default 0,
  locked boolean not null default false,
  power_restriction_codes text[] not null,
  electric_modes text[] not null,
  record text not null,
  light_record text not null,
  constraint rolling_stock_name_key unique (name)
);
