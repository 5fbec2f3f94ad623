-- all sets by name
select id, name from electrical_profile_set order by name collate "C", id
