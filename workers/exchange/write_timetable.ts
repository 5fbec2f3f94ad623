/** Writes this server's timetables in other formats: `npm run convert` and the API's export call this function. */
import type { TimetableFormat } from "../../src/railway/exchange_terms.ts";
import { ExchangeReport, type ReportRow } from "./exchange_report.ts";
import { writeGtfs } from "./gtfs/write_gtfs.ts";
import { writeNetex } from "./netex/write_netex.ts";
import { writeNge } from "./nge/write_nge.ts";
import { writeRailmlTimetable } from "./railml/write_railml_timetable.ts";
import { writeCsv } from "./tables/csv.ts";
import { writeXlsx } from "./tables/xlsx.ts";
import type { StationIndex } from "./timetable/station_index.ts";
import type { TimetableForm } from "./timetable/timetable_form.ts";

type Writer = (
  form: TimetableForm,
  stations: StationIndex | null,
  report: ExchangeReport,
) => Uint8Array<ArrayBuffer>;

const WRITERS: Readonly<Record<TimetableFormat, Writer>> = {
  railml: writeRailmlTimetable,
  nge: writeNge,
  gtfs: writeGtfs,
  netex: writeNetex,
  csv: writeCsv,
  xlsx: writeXlsx,
};

export interface WrittenTimetable {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly report: readonly ReportRow[];
}

/** Exceptions of paced trains are taken apart before: formats know none. */
export function writeTimetableFile(
  format: TimetableFormat,
  form: TimetableForm,
  stations: StationIndex | null,
): WrittenTimetable {
  const report = new ExchangeReport();
  const bytes = WRITERS[format](form, stations, report);
  return { bytes, report: report.rows };
}
