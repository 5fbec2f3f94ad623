-- Which operational point people chose for the name of a place in files of other programs: JSON text, pairs of name and id. It is
-- kept with the network, whose content knows nothing of it, and used by each import of a timetable onto it.
alter table infra add column station_matches text not null default '[]';
