/** Prints trains as a table (train_table.ts). */
import { daysToText } from "../../../src/railway/days/days_text.ts";
import { daysToBits } from "../../../src/railway/days/operating_days.ts";
import { type ClockedCalendar, makeCalendar } from "../../../src/railway/days/period_days.ts";
import { datetimeMs, durationMs, printDateTime } from "../../../src/railway/iso8601.ts";
import { TABLE_COLUMNS, type TableColumn } from "../../../src/railway/table_columns.ts";
import { guardText } from "../../../src/railway/table_text.ts";
import type { Cell } from "../csv_lines.ts";
import type { ExchangeReport } from "../exchange_report.ts";
import type { StationIndex } from "../timetable/station_index.ts";
import { printPlace, printTrack } from "../timetable/station_names.ts";
import {
  type Category,
  callsOf,
  noteDetails,
  type PacedForm,
  type TimetableForm,
  type TrainForm,
} from "../timetable/timetable_form.ts";
import { joinLabels } from "./label_cell.ts";
import { CELL_LENGTH_MAX } from "./train_line.ts";
import { DELETED, LOCKED, NO_MARGIN, NO_STOP, SUB_CATEGORY } from "./train_table.ts";

/** Cells of a line; undefined: empty. */
type Printed = Readonly<Partial<Record<TableColumn, Cell | undefined>>>;
/** What is not printed of a place is of the train. */
type TrainColumn = Exclude<TableColumn, keyof ReturnType<typeof printCalls>[number]>;
const DAY_COLUMNS: ReadonlySet<TableColumn> = new Set(["days", "day_offset", "period"]);
/** That go out only if a train has them. */
const RARE_COLUMNS: ReadonlySet<TableColumn> = new Set([
  "signal",
  "marks",
  "margin",
  "initial_speed_m_s",
  "electrical_profiles",
  "power_restrictions",
  "number_first",
]);
const HELD = [
  "initial speeds",
  "waivers of electrical profiles",
  "signals at stops",
  "marks",
  "speed limit tags",
  "comfort",
  "distributions",
  "own categories",
  "days",
] as const;

/** The table of a timetable, its first line the names of the columns; no text of it is a formula. */
export function listTable(
  { train_schedules, paced_trains, period, day_lists = [] }: TimetableForm,
  stations: StationIndex | null,
  report: ExchangeReport,
): Cell[][] {
  const calendar = period === undefined ? null : makeCalendar(period, day_lists);
  let is_period_told = false;
  const lines: Printed[] = [];
  for (const train of [...train_schedules, ...paced_trains]) {
    const where = { element: "train", id: train.train_name };
    const reason = whyNot(train);
    if (reason !== null) {
      report.note({ severity: "warning", code: "train_left_out", where, message: reason });
      continue;
    }
    const held = [
      ...HELD,
      ...(fitCell(joinLabels(train.labels)) === undefined ? [] : (["labels"] as const)),
      ...(printRestrictions(train) === undefined ? [] : (["power restrictions"] as const)),
      ...(stretchesOf(train) === null ? [] : (["margins"] as const)),
    ];
    noteDetails(train, held, { report, element: "train" });
    if (train.category !== null && "sub_category_code" in train.category) {
      const message = "own categories must be there where the table is imported";
      report.note({ severity: "info", code: "sub_category_named", where, message });
    }
    const days = calendar === null ? {} : printDays(train, calendar);
    const told = "days" in days && !is_period_told ? { period: printPeriod(calendar) } : {};
    if ("days" in days) is_period_told = true;
    const head = { ...printHead(train), ...days, ...told };
    for (const [i, place] of printCalls(train, stations).entries()) {
      lines.push(i === 0 ? { ...head, ...place } : place);
    }
  }
  const columns = TABLE_COLUMNS.filter((name) => {
    if (DAY_COLUMNS.has(name)) return is_period_told;
    // A train has numbers if it has a first one.
    const asked = name.startsWith("number_") ? "number_first" : name;
    return !RARE_COLUMNS.has(asked) || lines.some((line) => line[asked] !== undefined);
  });
  const rows = lines.map((line) =>
    columns.map((name) => {
      const cell = line[name] ?? "";
      return typeof cell === "string" ? guardText(cell) : cell;
    }),
  );
  return [[...columns], ...rows];
}

function whyNot(train: TrainForm): string | null {
  if (train.train_name === "") return "it has no name";
  if (train.path.length < 2) return "it has only one place";
  const times = callsOf(train).flatMap(({ arrival_ms, stop_ms }) =>
    arrival_ms === null ? [] : [arrival_ms, arrival_ms + (stop_ms ?? 0)],
  );
  const follow = times.every((time, i) => i === 0 || time >= (times[i - 1] ?? 0));
  return follow ? null : "its times don't follow each other";
}

/** The shortest text of its days. */
function printDays({ days }: TrainForm, calendar: ClockedCalendar): Printed {
  if (days === undefined) return {};
  const bits = daysToBits(days, calendar);
  const text = daysToText({ first_day: calendar.first_day, bits }, "en");
  return { days: text, day_offset: days.day_offset || undefined };
}

function printPeriod(calendar: ClockedCalendar | null): string | undefined {
  if (calendar === null) return undefined;
  const { first, last, time_zone } = calendar.period;
  return `${first}/${last} ${time_zone}`;
}

function printHead(
  train: TrainForm | PacedForm,
): Readonly<Record<Exclude<TrainColumn, "days" | "day_offset" | "period">, Cell | undefined>> {
  const { train_name, rolling_stock_name, labels, speed_limit_tag, comfort } = train;
  const pace = "paced" in train ? [train.paced.interval, train.paced.time_window] : [];
  const [interval_s, window_s] = pace.map((duration) => durationMs(duration) / 1000);
  const numbering = "numbering" in train ? train.numbering : undefined;
  return {
    train: train_name,
    stock: rolling_stock_name,
    category: printCategory(train.category),
    labels: fitCell(joinLabels(labels)),
    speed_limit_tag: speed_limit_tag ?? "",
    comfort,
    distribution: train.constraint_distribution,
    interval_s,
    window_s,
    initial_speed_m_s: train.initial_speed || undefined,
    electrical_profiles: train.options.use_electrical_profiles === false ? "no" : undefined,
    power_restrictions: printRestrictions(train) || undefined,
    number_first: numbering?.first,
    number_step: numbering?.step,
    number_suffix: numbering?.suffix,
  };
}

/** Undefined: it is too long for a cell. */
function fitCell(text: string): string | undefined {
  return text.length > CELL_LENGTH_MAX ? undefined : text;
}

/** Of its places by their numbers; undefined: they are too long for a cell. */
function printRestrictions({ path, power_restrictions }: TrainForm): string | undefined {
  const numbers = new Map(path.map(({ id }, i) => [id, i + 1]));
  const told = power_restrictions.map(
    ({ from, to, value }) => `${numbers.get(from)}-${numbers.get(to)} ${value}`,
  );
  return fitCell(joinLabels(told));
}

/** Margins by the waypoint from which on they count, the first one under null; null: they are not in the path's order. */
function stretchesOf({ path, margins }: TrainForm): Map<string | null, string> | null {
  const at = margins.boundaries.map((id) => path.findIndex((waypoint) => waypoint.id === id));
  const follow = at.every((index, i) => index > (at[i - 1] ?? 0));
  if (!follow) return null;
  const [first, ...later] = margins.values;
  const told = later.map((value, i) => [margins.boundaries[i] ?? null, value] as const);
  return new Map([...(first === NO_MARGIN ? [] : [[null, first ?? ""] as const]), ...told]);
}

function printCategory(category: Category): string {
  if (category === null) return "";
  if ("main_category" in category) return category.main_category;
  return `${SUB_CATEGORY}${category.sub_category_code}`;
}

function printCalls(train: TrainForm, stations: StationIndex | null) {
  const start_ms = datetimeMs(train.start_time);
  const calls = callsOf(train);
  const margins = stretchesOf(train);
  return calls.map(({ location, arrival_ms, stop_ms, marks = {} }, i) => {
    const told = [marks.locked ? LOCKED : "", marks.deleted ? DELETED : ""].join(" ").trim();
    const moment = (since_ms: number): string => printDateTime(start_ms + since_ms);
    const no_stop = stop_ms === null && i === calls.length - 1 ? NO_STOP : "";
    const is_first = i === 0 && stop_ms === null;
    const leaves = is_first || stop_ms !== null;
    return {
      station: stations?.wordOf(location) ?? printPlace(location),
      track: printTrack(location) ?? "",
      arrival: arrival_ms === null || is_first ? "" : moment(arrival_ms),
      departure: arrival_ms !== null && leaves ? moment(arrival_ms + (stop_ms ?? 0)) : "",
      stop_s: arrival_ms === null && stop_ms !== null ? stop_ms / 1000 : no_stop,
      signal: marks.reception_signal,
      marks: told || undefined,
      margin: margins?.get(i === 0 ? null : (train.path[i]?.id ?? null)),
    } satisfies Printed;
  });
}
