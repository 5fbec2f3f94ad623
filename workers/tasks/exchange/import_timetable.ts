/**
 * Task: converts a timetable in another format to the texts of its trains, as in our own format,
 * with a report of what was left out; or gives the reason why it can't be read.
 */
import type { TimetableImportFormat } from "../../../src/railway/exchange_terms.ts";
import type { ReportRow } from "../../exchange/exchange_report.ts";
import { scanTimetableFile } from "../../exchange/read_timetable.ts";
import type { SourceFault } from "../../exchange/source_fault.ts";
import type { TimetableOptions } from "../../exchange/timetable/timetable_source.ts";
import { networkStations } from "../network/network_stations.ts";
import type { InfraRef } from "../types.ts";
import { collectEarly } from "./collect_early.ts";
import { type SplitTimetable, TimetablePacker } from "./split_timetable.ts";

export type TimetableImport =
  | {
      readonly kind: "read";
      readonly split: SplitTimetable;
      readonly report: readonly ReportRow[];
    }
  | { readonly kind: "unreadable"; readonly fault: SourceFault };

export function importTimetableFile(input: {
  readonly format: TimetableImportFormat;
  readonly body: ArrayBuffer;
  readonly options: TimetableOptions;
  readonly trains_max: number;
  /** Null: names of places are not looked up. */
  readonly infra: InfraRef | null;
}): TimetableImport {
  return collectEarly(() => readAndPack(input));
}

function readAndPack(input: Parameters<typeof importTimetableFile>[0]): TimetableImport {
  const { format, body, options, trains_max, infra } = input;
  const stations = networkStations(infra);
  const packer = new TimetablePacker(trains_max);
  const source = { ...options, bytes: new Uint8Array(body), stations };
  const read = scanTimetableFile(format, source, (train) =>
    packer.push("paced" in train ? "paced_trains" : "train_schedules", train),
  );
  if (!read.ok) return { kind: "unreadable", fault: read.error };
  return { kind: "read", split: packer.finish(), report: read.value };
}
