-- tells by its failure that there is no room on the disk
select probe_storage()
