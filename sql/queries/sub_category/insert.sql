-- creates a sub-category
insert into sub_category (code, name, main_category, color)
values ($1, $2, $3, $4)
returning revision
