/**
 * Imports networks of other formats as RailJSON: reads, builds and completes them so that trains can run.
 * The command `npm run convert` and the API's import call this one function.
 */
import {
  NETWORK_KINDS,
  type NetworkFormat,
  type RailKind,
} from "../../src/railway/exchange_terms.ts";
import { err, ok, type Result } from "../engine/result.ts";
import type { RailjsonDocument } from "../railjson/schemas.ts";
import {
  type CompletionOptions,
  completeNetwork,
  DEFAULT_COMPLETION,
} from "./completion/complete_network.ts";
import { completeStations } from "./completion/complete_stations.ts";
import { ExchangeReport, type ReportRow } from "./exchange_report.ts";
import { buildNetwork } from "./network/build_network.ts";
import type { RailPlan, ReadOptions } from "./network/rail_plan.ts";
import { readOsm } from "./osm/read_osm.ts";
import { readRailjson } from "./railjson/read_railjson.ts";
import { readRailml } from "./railml/read_railml.ts";
import { type SourceFault, UnreadableSource } from "./source_fault.ts";

type Reader = (bytes: Uint8Array, report: ExchangeReport, options: ReadOptions) => RailPlan;

/** Formats that only draw a network, which is built and completed then. */
const READERS: Readonly<Record<Exclude<NetworkFormat, "railjson">, Reader>> = {
  railml: readRailml,
  osm: readOsm,
};

/** How a network is read and completed. */
export interface NetworkOptions extends CompletionOptions {
  /** Absent: `NETWORK_KINDS`. */
  readonly kinds?: readonly RailKind[] | undefined;
}

export interface ImportedNetwork {
  readonly document: RailjsonDocument;
  readonly report: readonly ReportRow[];
}

/** `onLetGo` is called each time that a step needs no more what it had, first of all the bytes. */
export function importNetwork(
  format: NetworkFormat,
  bytes: Uint8Array,
  options: NetworkOptions = DEFAULT_COMPLETION,
  onLetGo: () => void = () => undefined,
): Result<ImportedNetwork, SourceFault> {
  const report = new ExchangeReport();
  try {
    if (format === "railjson") {
      return ok({ document: readRailjson(bytes, report), report: report.rows });
    }
    // The plan is no more in memory when its network is completed.
    const build = (): RailjsonDocument => {
      const plan = READERS[format](bytes, report, {
        kinds: options.kinds ?? NETWORK_KINDS,
        onLetGo,
      });
      onLetGo();
      const network = buildNetwork(plan, report, options.running_side !== undefined);
      if (network.track_sections.length === 0) report.refuseNothing("railway track");
      return network;
    };
    const built = build();
    onLetGo();
    const { document, report: completed } = completeNetwork(built, options);
    onLetGo();
    report.add(completed);
    return ok({ document: completeStations(document, report), report: report.rows });
  } catch (error) {
    if (error instanceof UnreadableSource) return err(error.fault);
    throw error;
  }
}
