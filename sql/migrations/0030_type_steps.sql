-- Which step was the last that changed an object of each type: contents in which it is the same one have the same
-- objects of the type, so what is drawn of them is drawn once.
alter table infra_content
  -- by type code, from 0
  add column type_steps integer[] not null default '{0,0,0,0,0,0,0,0,0,0,0}';
update infra_content set type_steps = array_fill(upper(steps) - 1, array[11]) where base_id is not null;
