/** Task: a timetable's document in another format, with the report of what is not in it. */
import type { TimetableFormat } from "../../src/railway/exchange_terms.ts";
import type { ReportRow } from "../exchange/exchange_report.ts";
import type { TimetableForm } from "../exchange/timetable/timetable_form.ts";
import { writeTimetableFile } from "../exchange/write_timetable.ts";
import { networkStations } from "./network_stations.ts";
import { shareTexts } from "./shared_text.ts";
import type { InfraRef } from "./types.ts";

export interface TimetableExport {
  /** In shared memory: nothing is copied on the way back. */
  readonly bytes: Uint8Array;
  readonly report: readonly ReportRow[];
}

export function exportTimetableFile(input: {
  readonly format: TimetableFormat;
  /** UTF-8, one behind the other. */
  readonly pieces: readonly Uint8Array[];
  readonly infra: InfraRef | null;
}): TimetableExport {
  // What the server has stored is valid.
  const form = JSON.parse(Buffer.concat([...input.pieces]).toString("utf8")) as TimetableForm;
  const { bytes, report } = writeTimetableFile(input.format, form, networkStations(input.infra));
  return { bytes: shareTexts([bytes]), report };
}
