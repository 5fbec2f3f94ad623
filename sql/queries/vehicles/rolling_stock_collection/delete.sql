-- deletes an empty collection; returns the outcome
select delete_rolling_stock_collection($1::bigint) as outcome
