-- the level order of one set as JSON text
select (content::json -> 'level_order')::text as level_order
from electrical_profile_set
where id = $1::bigint
