-- creates a towed rolling stock; returns it as JSON text
with answer as (
  insert into towed_rolling_stock (name, locked, record)
  values ($1, $2::boolean, $3)
  returning version, towed_rolling_stock_answer(towed_rolling_stock) as json
)
select * from answer where /* kept under the key */ true
