/**
 * Timetables of other formats as this server's own document. The command `npm run convert` and the import of the API
 * are this one function.
 */
import type { TimetableImportFormat } from "../../src/railway/exchange_terms.ts";
import { err, ok, type Result } from "../engine/result.ts";
import { ExchangeReport, type ReportRow } from "./exchange_report.ts";
import { readGtfs } from "./gtfs/read_gtfs.ts";
import { readNetex } from "./netex/read_netex.ts";
import { readNge } from "./nge/read_nge.ts";
import { readRailmlTimetable } from "./railml/read_railml_timetable.ts";
import { type SourceFault, UnreadableSource } from "./source_fault.ts";
import { readCsv } from "./tables/csv.ts";
import { readXlsx } from "./tables/xlsx.ts";
import type { TimetableForm } from "./timetable/timetable_form.ts";
import type { TimetableSource } from "./timetable/timetable_source.ts";

type Reader = (source: TimetableSource, report: ExchangeReport) => TimetableForm;

const READERS: Readonly<Record<TimetableImportFormat, Reader>> = {
  railml: readRailmlTimetable,
  nge: readNge,
  gtfs: readGtfs,
  csv: readCsv,
  xlsx: readXlsx,
  netex: readNetex,
};

export interface ReadTimetable {
  readonly form: TimetableForm;
  readonly report: readonly ReportRow[];
}

export function readTimetableFile(
  format: TimetableImportFormat,
  source: TimetableSource,
): Result<ReadTimetable, SourceFault> {
  const report = new ExchangeReport();
  try {
    const form = READERS[format](source, report);
    noteStockless(form, report);
    return ok({ form, report: report.rows });
  } catch (error) {
    if (error instanceof UnreadableSource) return err(error.fault);
    throw error;
  }
}

/** Few formats know rolling stocks, and no train runs without one. */
function noteStockless(
  { train_schedules, paced_trains }: TimetableForm,
  report: ExchangeReport,
): void {
  const trains = [...train_schedules, ...paced_trains];
  const without = trains.filter(({ rolling_stock_name }) => rolling_stock_name === "");
  const [first] = without;
  if (first === undefined) return;
  const note = {
    severity: "warning",
    code: "rolling_stock_missing",
    where: { element: "train", id: first.train_name },
    message: "no rolling stock is named, and none was told for such trains: they do not run",
  } as const;
  report.note(note, without.length);
}
