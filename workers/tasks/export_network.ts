/** Task: a network's document in another format, with the report of what is not in it. */
import type { NetworkExportFormat } from "../../src/railway/exchange_terms.ts";
import type { ReportRow } from "../exchange/exchange_report.ts";
import { exportNetwork } from "../exchange/export_network.ts";
import type { RailjsonDocument } from "../railjson/schemas.ts";
import { shareTexts } from "./shared_text.ts";

export interface ExportedFile {
  /** In shared memory: nothing is copied on the way back. */
  readonly bytes: Uint8Array;
  readonly report: readonly ReportRow[];
}

export function exportNetworkFile(input: {
  readonly format: NetworkExportFormat;
  /** UTF-8, one behind the other. */
  readonly pieces: readonly Uint8Array[];
}): ExportedFile {
  // What the server has stored is valid.
  const text = Buffer.concat([...input.pieces]).toString("utf8");
  const { bytes, report } = exportNetwork(input.format, JSON.parse(text) as RailjsonDocument);
  return { bytes: shareTexts([bytes]), report };
}
