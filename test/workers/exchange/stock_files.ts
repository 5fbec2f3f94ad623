/** Rolling stocks as the exchange takes them: the example of the API. */
import { ROLLING_STOCK_EXAMPLE } from "../../../src/vehicles/rolling_stock/rolling_stock.schemas.ts";
import type { StockForm } from "../../../workers/exchange/stocks/stock_form.ts";

export const EXAMPLE_STOCKS = [ROLLING_STOCK_EXAMPLE] as unknown as readonly StockForm[];
