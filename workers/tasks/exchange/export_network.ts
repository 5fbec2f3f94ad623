/** Task: writes a network's document in another format, with a report of what was left out. */
import type { NetworkExportFormat } from "../../../src/railway/exchange_terms.ts";
import type { ReportRow } from "../../exchange/exchange_report.ts";
import { exportNetwork } from "../../exchange/export_network.ts";
import type { RailjsonDocument } from "../../railjson/schemas.ts";
import { shareTexts } from "../shared_text.ts";

export interface ExportedFile {
  /** In shared memory, so that nothing is copied on the way back. */
  readonly bytes: Uint8Array;
  readonly report: readonly ReportRow[];
}

export function exportNetworkFile(input: {
  readonly format: NetworkExportFormat;
  /** UTF-8, to be concatenated. */
  readonly pieces: readonly Uint8Array[];
}): ExportedFile {
  // Safe: stored documents are valid.
  const text = Buffer.concat([...input.pieces]).toString("utf8");
  const { bytes, report } = exportNetwork(input.format, JSON.parse(text) as RailjsonDocument);
  return { bytes: shareTexts([bytes]), report };
}
