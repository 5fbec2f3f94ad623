/** Exports networks to other formats: `npm run convert` and the API's export call this one function. */
import type { NetworkExportFormat } from "../../src/railway/exchange_terms.ts";
import type { RailjsonDocument } from "../railjson/schemas.ts";
import { ExchangeReport, type ReportRow } from "./exchange_report.ts";
import { writeRailmlNetwork } from "./railml/write_railml_network.ts";

type Writer = (document: RailjsonDocument, report: ExchangeReport) => Uint8Array<ArrayBuffer>;

const WRITERS: Readonly<Record<NetworkExportFormat, Writer>> = { railml: writeRailmlNetwork };

export interface WrittenFile {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly report: readonly ReportRow[];
}

export function exportNetwork(
  format: NetworkExportFormat,
  document: RailjsonDocument,
): WrittenFile {
  const report = new ExchangeReport();
  const bytes = WRITERS[format](document, report);
  return { bytes, report: report.rows };
}
