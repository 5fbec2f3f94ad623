/** Task: writes rolling stocks in another format, with a report of what was left out. */
import type { StockFormat } from "../../../src/railway/exchange_terms.ts";
import { writeStockFile } from "../../exchange/exchange_stocks.ts";
import type { StockForm } from "../../exchange/stocks/stock_form.ts";
import { shareTexts } from "../shared_text.ts";
import type { ExportedFile } from "./export_network.ts";

export function exportStockFile(input: {
  readonly format: StockFormat;
  /** JSON texts, as stored. */
  readonly records: readonly string[];
}): ExportedFile {
  // Safe: stored records are valid.
  const stocks = input.records.map((record) => JSON.parse(record) as StockForm);
  const { bytes, report } = writeStockFile(input.format, stocks);
  return { bytes: shareTexts([bytes]), report };
}
