-- creates a sub-category
with answer as (
  insert into sub_category (code, name, main_category, color)
  values ($1, $2, $3, $4)
  returning revision
)
select * from answer where /* kept under the key */ true
