-- Rolling stock collections: what grants on rolling stocks are attached to. Every stock is in exactly
-- one; the default one takes those that name none.
create table rolling_stock_collection (
  id bigint default nextval('resource_id')
    constraint rolling_stock_collection_pkey primary key,
  name text not null,
  description text not null default '',
  is_default boolean not null default false,
  created timestamptz not null default now(),
  -- raised by each change, for ETag and If-Match
  revision bigint not null default 1
);
-- one default at most
create unique index rolling_stock_collection_is_default_idx
  on rolling_stock_collection (is_default) where is_default;

insert into rolling_stock_collection (name, description, is_default)
values ('Default', 'Rolling stocks that belong to no other collection', true);

alter table rolling_stock add column collection_id bigint
  constraint rolling_stock_collection_fkey references rolling_stock_collection (id);
update rolling_stock
set collection_id = (select c.id from rolling_stock_collection c where c.is_default);
alter table rolling_stock alter column collection_id set not null;
create index rolling_stock_collection_id_idx on rolling_stock (collection_id);
