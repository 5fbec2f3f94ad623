-- The objects of a network by their ids, which are unique within a type: the editor and the pages of
-- times ask for them. And what the search shows beside: signals by their ids and with their pictures,
-- lines with the box that they fill on the map.

alter table infra_object add column obj_id text;
update infra_object set obj_id = railjson::json ->> 'id';
alter table infra_object alter column obj_id set not null;
alter table infra_object
  add constraint infra_object_obj_id_key unique (content_id, object_type, obj_id);

-- Rows for the search are filled in anew at the next start, like those of a network that was imported
-- before there was a search.
delete from infra_signal;
delete from infra_line;
update infra_content set is_searchable = false;

alter table infra_signal add column obj_id text not null;

-- Degrees, around all track sections of the line; a line with one code and two names is two rows.
alter table infra_line
  add column west double precision not null,
  add column south double precision not null,
  add column east double precision not null,
  add column north double precision not null;
create index infra_line_line_code_idx on infra_line (content_id, line_code);
