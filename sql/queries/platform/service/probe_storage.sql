-- fails if there is no room on the disk
select probe_storage()
