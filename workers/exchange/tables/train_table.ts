/**
 * Trains as a table: a line for each place of a train, in its order. Columns of the train itself are filled in its
 * first line; a train begins where a name is given that is not that of the line before, or behind a line without one.
 */

import * as v from "valibot";
import { DAY_WORDS, type DayLanguage } from "../../../src/railway/days/day_words.ts";
import { OFFSET_MAX, Period } from "../../../src/railway/days/days.schemas.ts";
import { DAY_MS } from "../../../src/railway/days/operating_days.ts";
import {
  type ClockedCalendar,
  makeCalendar,
  shownAt,
  timeOfDay,
} from "../../../src/railway/days/period_days.ts";
import { textToDays } from "../../../src/railway/days/read_days.ts";
import { datetimeMs, printDateTime } from "../../../src/railway/iso8601.ts";
import { type Numbering, SUFFIX_LENGTH_MAX } from "../../../src/railway/numbering.ts";
import { plainHead, TABLE_COLUMNS, type TableColumn } from "../../../src/railway/table_columns.ts";
import { unguardText } from "../../../src/railway/table_text.ts";
import {
  COMFORTS,
  MAIN_CATEGORIES,
  POINT_DEFAULTS,
  RECEPTION_SIGNALS,
} from "../../../src/railway/train_defaults.ts";
import { MOVING_AT_STOP, startsAtStop } from "../../../src/railway/train_references.ts";
import type { Cell, TableLine } from "../csv_lines.ts";
import type { ExchangeReport } from "../exchange_report.ts";
import { UnreadableSource } from "../source_fault.ts";
import { findStation } from "../timetable/station_index.ts";
import { withTrack } from "../timetable/station_names.ts";
import {
  type Call,
  type Category,
  type Marks,
  makePaced,
  makeTrain,
  type PacedForm,
  type TrainForm,
  type TrainHead,
  type TrainTaker,
} from "../timetable/timetable_form.ts";
import type { ReadSource } from "../timetable/timetable_source.ts";
import { splitLabels } from "./label_cell.ts";
import { TrainLine } from "./train_line.ts";

/** Their meaning in docs/exchange.md. */
export const COLUMNS: Readonly<Record<TableColumn, string>> = {
  train:
    "name; a train begins where another one is given, or behind a line without one. This column to `window_s`, and those behind `margin`, are of the train: in its first line",
  stock: "name of the rolling stock",
  category: "main category, or `sub_category:` and the code of an own one",
  labels:
    "`;` between them; one with blanks at its ends, without a letter or with a quote at its beginning in quotes",
  speed_limit_tag: "which speed limits count",
  comfort: "`STANDARD`, `AIR_CONDITIONING` or `HEATING`",
  distribution: "of added time: `STANDARD`, `MARECO` or `LINEAR`",
  interval_s: "of a paced train: from one start to the next",
  window_s: "of a paced train: how long it repeats",
  station: "the place",
  track: "a local track name, or `#` and the id of a track section",
  arrival:
    "`2026-03-02T08:15:00Z`, a cell with a date or time, or `8:15` (the next one since the time before, in UTC)",
  departure: "the same. One of them: it passes; both, or the last place: it stops",
  stop_s: "a stop without times; `none` at the last place: the train runs on",
  signal:
    "at a stop: `STOP` if its signal is closed, `SHORT_SLIP_STOP` if it is so with a short slip behind it; empty: open. The column goes out only if a train has one",
  marks:
    "`locked`, `deleted` or both: what a client has noted of the place. The column goes out only if a train has one",
  margin:
    "time added from this place on: `5%` or `4.5min/100km`; empty: as before. The column goes out only if a train has one",
  initial_speed_m_s:
    "how fast it comes to its first place, if it does not stop there. The column goes out only if a train has one",
  electrical_profiles:
    "`no`: those of the request do not count. The column goes out only if they do not for a train",
  power_restrictions:
    "`2-4 C1`: from its second place to its fourth one with this code of its stock; `;` between them as between labels. The column goes out only if a train has one",
  number_first:
    "of a paced train: the first number of its trains. The numbers' columns go out only if a train has one",
  number_step: "from one number to the next; 1 if not told",
  number_suffix: "behind the number",
  days: "on which days of the period it runs, in the words of the page (`Mo–Fr, not 25 Dec`), or a 0 or 1 for each. The columns of days go out only if the timetable has a period",
  day_offset: "how many days after its day it starts; 0 if not told",
  period: "`2025-12-14/2026-12-12 Europe/Berlin`: that of all days, in the first train with days",
};
const DAY_LANGUAGES = Object.keys(DAY_WORDS) as DayLanguage[];
/** Of the stretch before the first place with a margin. */
export const NO_MARGIN = "0%";
/** Of `marks`. */
export const LOCKED = "locked";
export const DELETED = "deleted";
/** Of `stop_s` at a last place: the train runs on. */
export const NO_STOP = "none";

const PLACES_MAX = 10_000;

/** Reads a table line by line: neither its lines nor its trains are in memory together. */
export class TableReader {
  readonly #trains: TrainReader;
  readonly #report: ExchangeReport;
  /** Names that the table has for columns. */
  readonly #named: ReadonlyMap<string, TableColumn>;
  #heads: readonly (TableColumn | null)[] | null = null;

  constructor(source: ReadSource, report: ExchangeReport, take: TrainTaker) {
    this.#trains = new TrainReader(source, report, take);
    this.#report = report;
    const { columns = [] } = source;
    this.#named = new Map(columns.map(([head, column]) => [plainHead(head), column]));
  }

  add({ line, cells }: TableLine): void {
    if (cells.every((cell) => cell === "")) return;
    if (this.#heads === null) this.#heads = this.#readHeads(cells, line);
    else this.#trains.add(readLine(line, cells, this.#heads));
  }

  #readHeads(cells: readonly Cell[], line: number): readonly (TableColumn | null)[] {
    const names = cells.map((cell) => plainHead(String(cell)));
    // A column that is named otherwise is not the one of its own name.
    const taken = new Set(names.flatMap((name) => this.#named.get(name) ?? []));
    const heads = names.map((name) => {
      const own = TABLE_COLUMNS.find((column) => column === name && !taken.has(column));
      return this.#named.get(name) ?? own ?? null;
    });
    checkHeads(heads, line);
    const note = (code: string, id: string, message: string): void => {
      const where = { line, element: "column", id: id.slice(0, 200) };
      this.#report.note({ severity: "warning", code, where, message });
    };
    for (const [i, head] of heads.entries()) {
      if (head !== null || cells[i] === "") continue;
      note("column_left_out", String(cells[i]), "a column of this name is not known");
    }
    for (const name of this.#named.keys()) {
      if (!names.includes(name))
        note("column_missing", name, "the table has no column of this name");
    }
    return heads;
  }

  finish(): void {
    if (this.#heads === null) {
      throw new UnreadableSource("it has no line of columns", { line: 1, column: 1 });
    }
    this.#trains.finish();
  }
}

function checkHeads(heads: readonly (TableColumn | null)[], line: number): void {
  for (const column of ["train", "station"] as const) {
    if (!heads.includes(column)) {
      throw new UnreadableSource(`its first line names no column '${column}'`, { line, column: 1 });
    }
  }
  const known = heads.filter((head) => head !== null);
  const twice = known.find((head, i) => known.indexOf(head) !== i);
  if (twice !== undefined) {
    throw new UnreadableSource(`its first line names '${twice}' twice`, { line, column: 1 });
  }
}

function readLine(
  line: number,
  cells: readonly Cell[],
  heads: readonly (TableColumn | null)[],
): TrainLine {
  const named = new Map<TableColumn, Cell>();
  for (const [i, cell] of cells.entries()) {
    const head = heads[i] ?? null;
    if (head === null || cell === "") continue;
    named.set(head, typeof cell === "string" ? unguardText(cell) : cell);
  }
  return new TrainLine(line, named);
}

class TrainReader {
  readonly #source: ReadSource;
  readonly #report: ExchangeReport;
  readonly #take: TrainTaker;
  /** Of the days that the table tells. */
  #calendar: ClockedCalendar | null = null;
  #open: TrainLine[] = [];
  #name: string | null = null;

  constructor(source: ReadSource, report: ExchangeReport, take: TrainTaker) {
    this.#source = source;
    this.#report = report;
    this.#take = take;
  }

  add(line: TrainLine): void {
    const name = line.text("train");
    const [first] = this.#open;
    if (name === null && first === undefined) throw line.fault("train", "is not named");
    if (name !== null && (name !== this.#name || first === undefined)) this.#close();
    this.#open.push(line);
    if (this.#open.length > PLACES_MAX) throw line.fault("station", `more than ${PLACES_MAX}`);
    this.#name = name;
  }

  finish(): void {
    this.#close();
  }

  #close(): void {
    const [first] = this.#open;
    if (first === undefined) return;
    if (this.#open.length < 2) throw first.fault("station", "only one place of the train is told");
    const { start_ms, calls } = this.#listCalls(this.#open);
    const margins = readMargins(this.#open);
    const power_restrictions = readRestrictions(first, calls.length);
    const head = { ...this.#head(first), margins, power_restrictions };
    const train = makeTrain({ ...head, start_ms }, calls);
    if (train.initial_speed > 0 && startsAtStop(train)) {
      throw first.fault("initial_speed_m_s", MOVING_AT_STOP);
    }
    const interval_ms = first.seconds("interval_s");
    if (interval_ms === null) this.#give(first, train);
    else {
      if (interval_ms === 0) throw first.fault("interval_s", "must be more than 0");
      const window_ms = first.seconds("window_s") ?? this.#source.window_ms;
      const numbering = readNumbering(first);
      this.#give(first, {
        ...makePaced(train, { window_ms, interval_ms }),
        ...(numbering && { numbering }),
      });
    }
    this.#open = [];
  }

  #give(line: TrainLine, train: TrainForm | PacedForm): void {
    const text = line.text("days");
    const { dated } = this.#source;
    if (text === null) return this.#take(train);
    if (dated === null) {
      const where = { line: line.line, element: "train", id: train.train_name };
      const message = "days are not asked for: it runs on the day of its start";
      this.#report.note({ severity: "info", code: "days_left_out", where, message });
      return this.#take(train);
    }
    if (this.#calendar === null) {
      const period = readPeriod(line) ?? dated.own_period;
      if (period === null) throw line.fault("period", "is not told, nor has the timetable one");
      this.#calendar = makeCalendar(period, []);
      dated.open(period);
    }
    const calendar = this.#calendar;
    const bits = readDays(line, text, calendar);
    const days = [...bits].flatMap((bit, i) => (bit === 1 ? [calendar.first_day + i] : []));
    const day_offset = line.whole("day_offset") ?? 0;
    if (day_offset > OFFSET_MAX) throw line.fault("day_offset", `must be at most ${OFFSET_MAX}`);
    // It is legal, and may run again in another period.
    if (days.length === 0) return this.#take({ ...train, days: { weekdays: [] } });
    const time_ms = timeOfDay(shownAt(calendar, datetimeMs(train.start_time)));
    const where = { line: line.line, element: "train", id: train.train_name };
    const make = (start_ms: number) => ({ ...train, start_time: printDateTime(start_ms) });
    dated.addByClock(where, make, { days, after_ms: day_offset * DAY_MS + time_ms });
  }

  #head(line: TrainLine): Omit<TrainHead, "start_ms"> {
    const comfort = oneOf(line, "comfort", COMFORTS);
    const distribution = oneOf(line, "distribution", ["STANDARD", "MARECO", "LINEAR"]);
    const profiles = oneOf(line, "electrical_profiles", ["YES", "NO"]);
    return {
      train_name: line.text("train") ?? "",
      rolling_stock_name: line.text("stock") ?? this.#source.rolling_stock_name,
      labels: splitLabels(line.text("labels") ?? ""),
      category: readCategory(line),
      speed_limit_tag: line.text("speed_limit_tag"),
      initial_speed: line.speed("initial_speed_m_s"),
      ...(profiles === "NO" && { options: { use_electrical_profiles: false } }),
      ...(comfort !== null && { comfort }),
      ...(distribution !== null && { constraint_distribution: distribution }),
    };
  }

  #listCalls(lines: readonly TrainLine[]): { start_ms: number; calls: Call[] } {
    const [first] = lines;
    const begin_ms = this.#source.start_ms;
    const start_ms = first?.moment("arrival", begin_ms) ?? first?.moment("departure", begin_ms);
    if (first === undefined || start_ms === null || start_ms === undefined) {
      throw (first ?? new TrainLine(1, new Map())).fault(
        "departure",
        "of the first place is not told",
      );
    }
    let now_ms = start_ms;
    const calls = lines.map((line, i): Call => {
      const word = line.text("station");
      if (word === null) throw line.fault("station", "is not named");
      const context = { report: this.#report, line: line.line, element: "station" };
      const place = findStation([word], this.#source.stations, context);
      const location = withTrack(place, line.text("track") ?? "");
      const arrival = line.moment("arrival", now_ms);
      const departure = line.moment("departure", arrival ?? now_ms);
      for (const [column, moment] of [
        ["arrival", arrival],
        ["departure", departure],
      ] as const) {
        if (moment === null) continue;
        if (moment < now_ms) throw line.fault(column, "is before the time before it");
        now_ms = moment;
      }
      const passes = line.text("stop_s") === NO_STOP;
      const stop_ms = passes ? null : (line.seconds("stop_s") ?? stopOf(arrival, departure));
      const at = arrival ?? departure;
      const is_end = i === lines.length - 1 && !passes;
      const call = {
        location,
        arrival_ms: i === 0 ? 0 : at === null ? null : at - start_ms,
        stop_ms: i === 0 && arrival === null ? null : (stop_ms ?? (is_end ? 0 : null)),
      };
      return { ...call, marks: readMarks(line, call) };
    });
    return { start_ms, calls };
  }
}

function stopOf(arrival: number | null, departure: number | null): number | null {
  return arrival === null || departure === null ? null : departure - arrival;
}

function oneOf<const Value extends string>(
  line: TrainLine,
  column: TableColumn,
  values: readonly Value[],
): Value | null {
  const text = line.text(column);
  if (text === null) return null;
  const found = values.find((value) => value === text.trim().toUpperCase());
  if (found !== undefined) return found;
  throw line.fault(column, `must be one of ${values.join(", ")}`);
}

function readMarks(line: TrainLine, { stop_ms }: Call): Marks {
  const signal = oneOf(line, "signal", RECEPTION_SIGNALS) ?? POINT_DEFAULTS.reception_signal;
  const is_open = signal === POINT_DEFAULTS.reception_signal;
  if (!is_open && stop_ms === null) throw line.fault("signal", "needs a stop");
  const told = (line.text("marks") ?? "")
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "");
  const unknown = told.find((word) => word !== LOCKED && word !== DELETED);
  if (unknown !== undefined) throw line.fault("marks", `has no '${unknown.slice(0, 40)}'`);
  return {
    ...(!is_open && { reception_signal: signal }),
    ...(told.includes(LOCKED) && { locked: true }),
    ...(told.includes(DELETED) && { deleted: true }),
  };
}

/** `count`: of its places. */
function readRestrictions(line: TrainLine, count: number): TrainForm["power_restrictions"] {
  return splitLabels(line.text("power_restrictions") ?? "").map((text) => {
    const [, from = "", to = "", value = ""] =
      /^([1-9]\d{0,5})-([1-9]\d{0,5}) (.*)$/s.exec(text) ?? [];
    if (from !== "" && Number(from) <= count && Number(to) <= count) return { from, to, value };
    const wanted = `must be as 2-4 C1 of its ${count} places`;
    throw line.fault("power_restrictions", `${wanted}, not '${text.slice(0, 40)}'`);
  });
}

function readNumbering(line: TrainLine): Numbering | null {
  const first = line.whole("number_first");
  if (first === null) return null;
  const [step, suffix] = [line.whole("number_step") ?? 1, line.text("number_suffix") ?? ""];
  if (step === 0) throw line.fault("number_step", "must be more than 0");
  if (suffix.length > SUFFIX_LENGTH_MAX) {
    throw line.fault("number_suffix", `has more than ${SUFFIX_LENGTH_MAX} characters`);
  }
  return { first, step, suffix };
}

export const SUB_CATEGORY = "sub_category:";

function readPeriod(line: TrainLine): Period | null {
  const text = line.text("period");
  if (text === null) return null;
  const [, first, last, time_zone] = /^([\d-]+)\/([\d-]+) (\S+)$/.exec(text.trim()) ?? [];
  const period = v.safeParse(Period, { first, last, time_zone });
  if (period.success) return period.output;
  const example = "2025-12-14/2026-12-12 Europe/Berlin";
  throw line.fault("period", `must be one such as ${example}, not '${text.slice(0, 60)}'`);
}

/** One for each day of the period. */
function readDays(
  line: TrainLine,
  text: string,
  { first_day, is_day }: ClockedCalendar,
): Uint8Array {
  const count = is_day.length;
  if (/^[01]+$/.test(text) && text.length === count) return Uint8Array.from(text, Number);
  let at = 0;
  for (const language of DAY_LANGUAGES) {
    const read = textToDays(text, { first_day, count }, language);
    if (read.ok) return read.bits;
    at = Math.max(at, read.at);
  }
  throw line.fault("days", `is not understood from '${text.slice(at, at + 40)}' on`);
}

function readCategory(line: TrainLine): Category {
  const text = line.text("category");
  if (text?.startsWith(SUB_CATEGORY)) {
    return { sub_category_code: text.slice(SUB_CATEGORY.length) };
  }
  const main_category = oneOf(line, "category", MAIN_CATEGORIES);
  return main_category === null ? null : { main_category };
}

/** Each place with a margin begins a stretch. */
function readMargins(lines: readonly TrainLine[]): TrainForm["margins"] {
  const [first, ...later] = lines.map((line) => line.margin());
  const told = later.flatMap((value, i) => (value === null ? [] : [{ at: String(i + 2), value }]));
  return {
    boundaries: told.map(({ at }) => at),
    values: [first ?? NO_MARGIN, ...told.map(({ value }) => value)],
  };
}
