-- Who computes with a set has it at hand already, most of the time: the digest tells, in place of some
-- megabytes of text. A set never changes.
alter table electrical_profile_set add column digest text;
update electrical_profile_set set digest = encode(sha256(convert_to(content, 'UTF8')), 'hex');
alter table electrical_profile_set alter column digest set not null;

-- The rolling stocks of paced trains by name and timetable: who is told of a changed stock follows from one
-- timetable to the next, however many paced trains there are in between. An index on the lists of names finds
-- the trains one by one. Triggers keep it (paced_train_stocks), so no statement that writes trains can forget it.
create table paced_train_stock (
  paced_train_id bigint not null,
  name text not null,
  timetable_id bigint not null,
  constraint paced_train_stock_pkey primary key (paced_train_id, name)
);
insert into paced_train_stock (paced_train_id, name, timetable_id)
select distinct p.id, n.name, p.timetable_id
from paced_train p
cross join unnest(p.rolling_stock_names) as n (name);
create index paced_train_stock_name_idx on paced_train_stock (name, timetable_id);
drop index paced_train_rolling_stock_names_idx;
