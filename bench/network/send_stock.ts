import type { SentStock, StockPhysics } from "../../workers/tasks/types.ts";

/** A stock as the server sends it to threads. Builds before read its curves, which the server leaves out (`against`). */
export function sendStock(stock: StockPhysics): SentStock {
  return { ...stock, effort_curves_json: JSON.stringify(stock.effort_curves) };
}
