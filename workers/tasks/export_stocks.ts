/** Task: rolling stocks in another format, with the report of what is not in it. */
import type { StockFormat } from "../../src/railway/exchange_terms.ts";
import { writeStockFile } from "../exchange/exchange_stocks.ts";
import type { StockForm } from "../exchange/stocks/stock_form.ts";
import type { ExportedFile } from "./export_network.ts";
import { shareTexts } from "./shared_text.ts";

export function exportStockFile(input: {
  readonly format: StockFormat;
  /** JSON texts, as they are stored. */
  readonly records: readonly string[];
}): ExportedFile {
  // What the server has stored is valid.
  const stocks = input.records.map((record) => JSON.parse(record) as StockForm);
  const { bytes, report } = writeStockFile(input.format, stocks);
  return { bytes: shareTexts([bytes]), report };
}
