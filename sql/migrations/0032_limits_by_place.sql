-- A limit counts when the train is there, which only a thread that knows the path can tell. Nobody writes or reads
-- this column any more but servers of the build before, while they are replaced one by one: to them a new group has no
-- limit that counts. A later migration drops it.
alter table temporary_speed_limit_group alter column windows set default '[]';
