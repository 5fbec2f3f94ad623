/** Task: writes a timetable's document in another format, with a report of what was left out. */
import type { TimetableFormat } from "../../../src/railway/exchange_terms.ts";
import type { ReportRow } from "../../exchange/exchange_report.ts";
import type { TimetableForm } from "../../exchange/timetable/timetable_form.ts";
import { writeTimetableFile } from "../../exchange/write_timetable.ts";
import { networkStations } from "../network/network_stations.ts";
import { shareTexts } from "../shared_text.ts";
import type { InfraRef } from "../types.ts";

export interface TimetableExport {
  /** In shared memory, so that nothing is copied on the way back. */
  readonly bytes: Uint8Array;
  readonly report: readonly ReportRow[];
}

export function exportTimetableFile(input: {
  readonly format: TimetableFormat;
  /** UTF-8, to be concatenated. */
  readonly pieces: readonly Uint8Array[];
  readonly infra: InfraRef | null;
}): TimetableExport {
  // Safe: stored documents are valid.
  const form = JSON.parse(Buffer.concat([...input.pieces]).toString("utf8")) as TimetableForm;
  const { bytes, report } = writeTimetableFile(input.format, form, networkStations(input.infra));
  return { bytes: shareTexts([bytes]), report };
}
