/** Trains as CSV. Names are untrusted: no spreadsheet that opens the table may take one for a formula. */
import { type Cell, printCsv, scanCsv } from "../csv_lines.ts";
import type { ExchangeReport } from "../exchange_report.ts";
import type { StationIndex } from "../timetable/station_index.ts";
import type { TimetableForm, TrainTaker } from "../timetable/timetable_form.ts";
import type { TimetableSource } from "../timetable/timetable_source.ts";
import { listTable, TableReader } from "./train_table.ts";

/** What spreadsheets take for a formula's begin; such a text is written behind a quote, and read without it. */
const FORMULA = /^\s*[=+\-@\t\r|%'\uff1d\uff0b\uff0d\uff20]/;

export function readCsv(source: TimetableSource, report: ExchangeReport, take: TrainTaker): void {
  const table = new TableReader(source, report, take);
  scanCsv(source.bytes, ({ line, cells }) => table.add({ line, cells: cells.map(withoutGuard) }));
  table.finish();
}

export function writeCsv(
  form: TimetableForm,
  stations: StationIndex | null,
  report: ExchangeReport,
): Uint8Array<ArrayBuffer> {
  const lines = listTable(form, stations, report).map((cells) => cells.map(withGuard));
  return new TextEncoder().encode(printCsv(lines));
}

function withoutGuard(cell: Cell): Cell {
  if (typeof cell === "number" || !cell.startsWith("'")) return cell;
  const rest = cell.slice(1);
  return FORMULA.test(rest) ? rest : cell;
}

function withGuard(cell: Cell): Cell {
  return typeof cell === "string" && FORMULA.test(cell) ? `'${cell}` : cell;
}
