/** A line of a table of trains by its columns: each kind of cell is read here, or told with its line. */

import * as v from "valibot";
import { TRAIN_SPEED_MAX_M_S } from "../../../src/railway/bounds.ts";
import { DAY_MS } from "../../../src/railway/days/operating_days.ts";
import { parseUtcDateTime } from "../../../src/railway/iso8601.ts";
import { MarginValueText } from "../../../src/railway/margin_text.ts";
import type { TableColumn } from "../../../src/railway/table_columns.ts";
import type { Cell } from "../csv_lines.ts";
import { UnreadableSource } from "../source_fault.ts";
import { midnightOf } from "../timetable/day_window.ts";

const TEXT_MAX = 4096;
/** What a cell of a workbook takes. */
export const CELL_LENGTH_MAX = 32_767;
const LISTS: ReadonlySet<TableColumn> = new Set(["labels", "power_restrictions"]);
/** Day 0 of spreadsheets. */
const SHEET_EPOCH_MS = Date.UTC(1899, 11, 30);
const SHEET_DAYS_MAX = 2_958_466;
const DURATION_S_MAX = 100 * 366 * 86_400;

/** Empty cells are absent. */
export class TrainLine {
  readonly line: number;
  readonly #cells: ReadonlyMap<TableColumn, Cell>;

  constructor(line: number, cells: ReadonlyMap<TableColumn, Cell>) {
    this.line = line;
    this.#cells = cells;
  }

  text(column: TableColumn): string | null {
    const cell = this.#cells.get(column);
    if (cell === undefined) return null;
    const text = String(cell);
    const length_max = LISTS.has(column) ? CELL_LENGTH_MAX : TEXT_MAX;
    if (text.length > length_max)
      throw this.fault(column, `has more than ${length_max} characters`);
    if (/[\0\p{Surrogate}]/u.test(text)) throw this.fault(column, "holds NUL or half a letter");
    return text;
  }

  seconds(column: TableColumn): number | null {
    const text = this.text(column);
    if (text === null) return null;
    const value = Number(text);
    if (value >= 0 && value <= DURATION_S_MAX) return Math.round(value * 1000);
    throw this.fault(column, `must be a number of seconds, not '${text.slice(0, 40)}'`);
  }

  /** 0: it is not told. */
  speed(column: TableColumn): number {
    const text = this.text(column);
    const value = Number(text ?? 0);
    if (value >= 0 && value <= TRAIN_SPEED_MAX_M_S) return value;
    const most = `from 0 to ${TRAIN_SPEED_MAX_M_S} m/s`;
    throw this.fault(column, `must be ${most}, not '${(text ?? "").slice(0, 40)}'`);
  }

  /** A share that a spreadsheet knows as one is a number there. */
  margin(): string | null {
    const cell = this.#cells.get("margin");
    if (cell === undefined) return null;
    const text =
      typeof cell === "number" ? `${Math.round(cell * 1e8) / 1e6}%` : this.text("margin");
    const margin = v.safeParse(MarginValueText, text?.trim());
    if (margin.success) return margin.output;
    throw this.fault("margin", `${margin.issues[0].message}, not '${text?.slice(0, 40)}'`);
  }

  whole(column: TableColumn): number | null {
    const text = this.text(column);
    if (text === null) return null;
    if (/^\d{1,9}$/.test(text)) return Number(text);
    throw this.fault(column, `must be a whole number, not '${text.slice(0, 40)}'`);
  }

  /** Milliseconds since the epoch. A time of the day is the next such one since `after_ms`. */
  moment(column: TableColumn, after_ms: number): number | null {
    const cell = this.#cells.get(column);
    if (cell === undefined) return null;
    if (typeof cell === "number") return this.#sheetMoment(column, cell, after_ms);
    const text = cell.trim();
    if (text === "") return null;
    const [, hours, minutes, seconds = "0"] =
      /^(\d{1,2}):(\d\d)(?::(\d\d(?:\.\d{1,3})?))?$/.exec(text) ?? [];
    if (hours !== undefined && Number(hours) < 24 && Number(minutes) < 60 && Number(seconds) < 60) {
      const seconds_of_day = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
      return nextMoment(Math.round(seconds_of_day * 1000), after_ms);
    }
    const parsed = parseUtcDateTime(text);
    if (parsed.ok) return parsed.value;
    throw this.fault(
      column,
      `must be a time such as 08:15 or ${EXAMPLE}, not '${text.slice(0, 40)}'`,
    );
  }

  #sheetMoment(column: TableColumn, days: number, after_ms: number): number {
    if (days >= 0 && days < 1) return nextMoment(Math.round(days * DAY_MS), after_ms);
    if (days >= 1 && days < SHEET_DAYS_MAX) return SHEET_EPOCH_MS + Math.round(days * DAY_MS);
    throw this.fault(column, `must be a time, not ${days}`);
  }

  fault(column: TableColumn, reason: string): UnreadableSource {
    return new UnreadableSource(`${column} ${reason}`, { line: this.line, column: 1 });
  }
}

const EXAMPLE = "2026-03-02T08:15:00Z";

function nextMoment(of_day_ms: number, after_ms: number): number {
  const moment_ms = midnightOf(after_ms) + of_day_ms;
  return moment_ms < after_ms ? moment_ms + DAY_MS : moment_ms;
}
