/**
 * Task: converts rolling stocks in another format to the texts of the forms that create them, with
 * a report of what was left out; or gives the reason why they can't be read.
 */
import type { StockImportFormat } from "../../../src/railway/exchange_terms.ts";
import type { ReportRow } from "../../exchange/exchange_report.ts";
import { readStockFile } from "../../exchange/exchange_stocks.ts";
import type { SourceFault } from "../../exchange/source_fault.ts";
import { type DeflatedTexts, TextDeflater } from "../../railjson/deflated_texts.ts";

export type StockImport =
  | { readonly kind: "read"; readonly stocks: DeflatedTexts; readonly report: readonly ReportRow[] }
  | { readonly kind: "too_large" }
  | { readonly kind: "unreadable"; readonly fault: SourceFault };

export function importStocks(input: {
  readonly format: StockImportFormat;
  readonly body: ArrayBuffer;
  /** For all stocks together. */
  readonly bytes_max: number;
}): StockImport {
  const read = readStockFile(input.format, new Uint8Array(input.body));
  if (!read.ok) return { kind: "unreadable", fault: read.error };
  const { stocks, report } = read.value;
  const packer = new TextDeflater();
  let length = 0;
  for (const stock of stocks) {
    const text = JSON.stringify(stock);
    length += text.length;
    if (length > input.bytes_max) return { kind: "too_large" };
    packer.push(text);
  }
  return { kind: "read", stocks: packer.finish(), report };
}
