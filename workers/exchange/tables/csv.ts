/** Trains as CSV. */
import { printCsv, scanCsv } from "../csv_lines.ts";
import type { ExchangeReport } from "../exchange_report.ts";
import type { StationIndex } from "../timetable/station_index.ts";
import type { TimetableForm, TrainTaker } from "../timetable/timetable_form.ts";
import type { ReadSource } from "../timetable/timetable_source.ts";
import { listTable } from "./print_table.ts";
import { TableReader } from "./train_table.ts";

export function readCsv(source: ReadSource, report: ExchangeReport, take: TrainTaker): void {
  const table = new TableReader(source, report, take);
  scanCsv(source.bytes, (line) => table.add(line));
  table.finish();
}

export function writeCsv(
  form: TimetableForm,
  stations: StationIndex | null,
  report: ExchangeReport,
): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(printCsv(listTable(form, stations, report)));
}
