-- Liveries: pictures of a rolling stock by name. Each has one document, which goes with it as it goes with its stock.
create table livery (
  id bigint default nextval('resource_id') constraint livery_pkey primary key,
  rolling_stock_id bigint not null
    constraint livery_rolling_stock_fkey references rolling_stock (id) on delete cascade,
  name text not null,
  constraint livery_name_key unique (rolling_stock_id, name)
);

-- the livery that shows it; then no project does
alter table document add column livery_id bigint
  constraint document_livery_fkey references livery (id) on delete cascade
  constraint document_livery_id_key unique;
-- read in pieces; pictures are compressed already
alter table document alter column content set storage external;
