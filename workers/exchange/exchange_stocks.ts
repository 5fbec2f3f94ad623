/** Import and export of rolling stocks: `npm run convert` and the endpoints call these two functions. */
import type { StockFormat, StockImportFormat } from "../../src/railway/exchange_terms.ts";
import { err, ok, type Result } from "../engine/result.ts";
import { ExchangeReport, type ReportRow } from "./exchange_report.ts";
import type { WrittenFile } from "./export_network.ts";
import { readRailjsonStocks } from "./railjson/read_railjson_stocks.ts";
import { readRailmlStocks } from "./railml/read_railml_stocks.ts";
import { writeRailmlStocks } from "./railml/write_railml_stocks.ts";
import { type SourceFault, UnreadableSource } from "./source_fault.ts";
import type { StockForm } from "./stocks/stock_form.ts";

const READERS = {
  railml: readRailmlStocks,
  railjson: readRailjsonStocks,
} satisfies Record<StockImportFormat, unknown>;
const WRITERS = { railml: writeRailmlStocks } satisfies Record<StockFormat, unknown>;

export interface ReadStocks {
  readonly stocks: readonly StockForm[];
  readonly report: readonly ReportRow[];
}

export function readStockFile(
  format: StockImportFormat,
  bytes: Uint8Array,
): Result<ReadStocks, SourceFault> {
  const report = new ExchangeReport();
  try {
    const stocks = READERS[format](bytes, report);
    if (stocks.length === 0) report.refuseNothing("rolling stock");
    return ok({ stocks, report: report.rows });
  } catch (error) {
    if (error instanceof UnreadableSource) return err(error.fault);
    throw error;
  }
}

export function writeStockFile(format: StockFormat, stocks: readonly StockForm[]): WrittenFile {
  const report = new ExchangeReport();
  return { bytes: WRITERS[format](stocks, report), report: report.rows };
}
