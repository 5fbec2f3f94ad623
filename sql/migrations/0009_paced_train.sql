-- Paced trains: train schedules that repeat at an interval, with exceptions; and sub-categories.
--
-- As a train schedule, a paced train is the JSON text that clients get. Its exceptions are part of that
-- text, because they are only ever read and replaced together with it. What other records ask for is
-- repeated in columns: the rolling stocks and the sub-categories that it or one of its exceptions names.

create table paced_train (
  id bigint default nextval('resource_id') constraint paced_train_pkey primary key,
  timetable_id bigint not null
    constraint paced_train_timetable_fkey references timetable (id) on delete cascade,
  -- raised by each change, for ETag and If-Match
  revision bigint not null default 1,
  rolling_stock_names text[] not null,
  sub_category_codes text[] not null,
  record text not null
);
create index paced_train_timetable_id_idx on paced_train (timetable_id, id);
create index paced_train_rolling_stock_names_idx on paced_train using gin (rolling_stock_names);
create index paced_train_sub_category_codes_idx on paced_train using gin (sub_category_codes)
  where sub_category_codes <> '{}';

-- Trains name sub-categories softly: one may come before its sub-category.
create table sub_category (
  code text constraint sub_category_pkey primary key,
  name text not null,
  main_category text not null,
  color text not null,
  revision bigint not null default 1
);

alter table train_schedule add column sub_category_code text;
update train_schedule
set sub_category_code = record::json #>> '{category,sub_category_code}'
where position('"sub_category_code":' in record) > 0;
create index train_schedule_sub_category_code_idx on train_schedule (sub_category_code)
  where sub_category_code is not null;

-- replaced by one that also takes the sub-categories
drop function if exists create_train_schedules(bigint, text[], text[], bigint, text, text);
