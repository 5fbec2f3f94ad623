/**
 * Networks of other formats as RailJSON: read, built, and completed so that trains can run. The command
 * `npm run convert` and the import of the API are this one function.
 */
import { err, ok, type Result } from "../engine/result.ts";
import type { RailjsonDocument } from "../railjson/schemas.ts";
import {
  type CompletionOptions,
  completeNetwork,
  DEFAULT_COMPLETION,
} from "./completion/complete_network.ts";
import { ExchangeReport, type ReportRow } from "./exchange_report.ts";
import { readRailml } from "./railml/read_railml.ts";
import { type SourceFault, UnreadableSource } from "./source_fault.ts";

/** Formats that a network can come in, but for its own. */
export const NETWORK_FORMATS = ["railml"] as const;
export type NetworkFormat = (typeof NETWORK_FORMATS)[number];

type Reader = (bytes: Uint8Array, report: ExchangeReport) => RailjsonDocument;

const READERS: Readonly<Record<NetworkFormat, Reader>> = { railml: readRailml };

export interface ImportedNetwork {
  readonly document: RailjsonDocument;
  readonly report: readonly ReportRow[];
}

export function importNetwork(
  format: NetworkFormat,
  bytes: Uint8Array,
  options: CompletionOptions = DEFAULT_COMPLETION,
): Result<ImportedNetwork, SourceFault> {
  const report = new ExchangeReport();
  try {
    const read = READERS[format](bytes, report);
    const { document, report: completed } = completeNetwork(read, options);
    report.add(completed);
    return ok({ document, report: report.rows });
  } catch (error) {
    if (error instanceof UnreadableSource) return err(error.fault);
    throw error;
  }
}
