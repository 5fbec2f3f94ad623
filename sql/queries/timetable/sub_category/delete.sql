-- deletes a sub-category and the category of the trains that have it; returns whether there was one
select delete_sub_category($1) as is_deleted
