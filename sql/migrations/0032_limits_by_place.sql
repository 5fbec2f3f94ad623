-- A limit counts when the train is there, which only a thread that knows the path can tell.
alter table temporary_speed_limit_group drop column windows;
