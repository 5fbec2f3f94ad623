-- deletes an empty collection; returns how it ended
select delete_rolling_stock_collection($1::bigint) as outcome
