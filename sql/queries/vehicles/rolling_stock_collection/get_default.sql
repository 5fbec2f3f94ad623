-- the collection of the rolling stocks that name none
select id from rolling_stock_collection where is_default
