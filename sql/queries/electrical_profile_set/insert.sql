-- stores a set of electrical profiles
insert into electrical_profile_set (name, content) values ($1, $2) returning id
