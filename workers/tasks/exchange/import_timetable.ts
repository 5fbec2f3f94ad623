/**
 * Task: converts a timetable in another format to the texts of its trains, as in our own format,
 * with a report of what was left out; or gives the reason why it can't be read.
 */
import type { TimetableImportFormat } from "../../../src/railway/exchange_terms.ts";
import type { ReportRow } from "../../exchange/exchange_report.ts";
import {
  Looks,
  previewTimetable,
  type TimetablePreview,
} from "../../exchange/preview_timetable.ts";
import { scanTimetableFile } from "../../exchange/read_timetable.ts";
import type { SourceFault } from "../../exchange/source_fault.ts";
import type { TimetableOptions } from "../../exchange/timetable/timetable_source.ts";
import { matchedStations, networkStations } from "../network/network_stations.ts";
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
  /** Names of places that were matched before, with the operational points; absent: none. */
  readonly matches?: readonly (readonly [name: string, operational_point: string])[];
}): TimetableImport {
  return collectEarly(() => readAndPack(input));
}

export type TimetableTrial =
  | { readonly kind: "read"; readonly preview: TimetablePreview }
  | { readonly kind: "unreadable"; readonly fault: SourceFault };

/** Task: the same import, of which only what it would bring is told. */
export function previewTimetableFile(
  input: Omit<Parameters<typeof importTimetableFile>[0], "trains_max">,
): TimetableTrial {
  return collectEarly(() => {
    const { format, body, options, infra, matches = [] } = input;
    const looks = new Looks();
    const matched = matchedStations(infra, new Map(matches), looks.take);
    const source = { ...options, bytes: new Uint8Array(body), stations: matched?.index ?? null };
    const read = previewTimetable(format, source, { looks, points: matched?.points ?? [] });
    return read.ok
      ? { kind: "read", preview: read.value }
      : { kind: "unreadable", fault: read.error };
  });
}

function readAndPack(input: Parameters<typeof importTimetableFile>[0]): TimetableImport {
  const { format, body, options, trains_max, infra, matches = [] } = input;
  const matched = matches.length === 0 ? null : matchedStations(infra, new Map(matches));
  const stations = matched?.index ?? networkStations(infra);
  const packer = new TimetablePacker(trains_max);
  const source = { ...options, bytes: new Uint8Array(body), stations };
  const read = scanTimetableFile(format, source, (train) =>
    packer.push("paced" in train ? "paced_trains" : "train_schedules", train),
  );
  if (!read.ok) return { kind: "unreadable", fault: read.error };
  const { report, period } = read.value;
  const dated = period === null ? null : JSON.stringify({ period, day_lists: [] });
  return { kind: "read", split: packer.finish(dated), report };
}
