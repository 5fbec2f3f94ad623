/** Tables of a line, a station and a train, as texts and numbers; paper and files are laid out elsewhere. */
import type { Visit } from "../graph/occupancy.ts";
import { type Pass, type Run, spanOf } from "../graph/runs.ts";
import { type Stay, staysOf } from "../graph/stay.ts";

export type Cell = string | number;

export interface Table {
  readonly title: string;
  /** Repeated on each page: column names, and what belongs to them. */
  readonly heads: readonly (readonly Cell[])[];
  readonly rows: readonly (readonly Cell[])[];
  /** Leading columns, repeated where a wide table is cut. */
  readonly fixed_count: number;
  /** Below the table. */
  readonly notes?: readonly string[];
}

export interface LineStation {
  readonly id: string;
  readonly name: string;
  readonly share: number;
  readonly position_mm: number;
}

export interface LineTexts {
  readonly title: string;
  readonly station: string;
  readonly km: string;
  readonly arrives: string;
  readonly departs: string;
  /** Prints a moment of a train. */
  readonly clock: (time_ms: number) => string;
  /** Prints a moment at which the train does not stop. */
  readonly passes: (time_ms: number) => string;
  /** Marks a printed moment that is estimated. */
  readonly estimated: (text: string) => string;
  readonly category: (run: Run) => string;
  /** On which days a train runs; absent: the timetable has no period. */
  readonly days?: (run: Run) => string;
  readonly lastWaypoint: LastWaypoint;
}

/** Longer ones are notes: columns of times are narrow. */
const DAYS_LENGTH_MAX = 8;

/** Which waypoint a train ends at: it may come from beyond the axis, and go on beyond it. */
type LastWaypoint = (run: Run) => number;

/** The trains of one direction from left to right by their times, the stations down the side in running order. */
export function makeLineTable(
  runs: readonly Run[],
  stations: readonly LineStation[],
  is_back: boolean,
  texts: LineTexts,
): Table {
  const own = runs.filter((run) => run.is_back === is_back);
  const columns = own.toSorted((a, b) => beginOf(a) - beginOf(b));
  const placed = is_back ? stations.toReversed() : stations;
  const rows = placed.flatMap(({ id, name, position_mm }) => {
    const stays = columns.map((run) => staysOf(run, id));
    // A station that a train comes to again is there again.
    const count = Math.max(1, ...stays.map(({ length }) => length));
    return Array.from({ length: count }, (_one, k) =>
      printStation(
        [name, kmOf(position_mm)],
        columns.map((run, i) => callOf(run, stays[i]?.[k], texts)),
        texts,
      ),
    ).flat();
  });
  const { marks, notes } = noteDays(columns.map((run) => texts.days?.(run) ?? ""));
  return {
    title: texts.title,
    heads: [
      [texts.station, texts.km, "", ...columns.map(({ name }) => name)],
      ["", "", "", ...columns.map(texts.category)],
      ...(texts.days === undefined ? [] : [["", "", "", ...marks]]),
    ],
    rows,
    fixed_count: 3,
    ...(notes.length > 0 && { notes }),
  };
}

/** The days of each column: short ones themselves, longer ones by the number of a note, equal ones by the same. */
function noteDays(columns: readonly string[]): { marks: string[]; notes: string[] } {
  const long = [...new Set(columns.filter(({ length }) => length > DAYS_LENGTH_MAX))];
  const markOf = (text: string): string => {
    const i = long.indexOf(text);
    return i < 0 ? text : `${i + 1})`;
  };
  return { marks: columns.map(markOf), notes: long.map((text) => `${markOf(text)} ${text}`) };
}

function beginOf(run: Run): number {
  return spanOf(run)?.from_ms ?? run.start_ms;
}

/** Millimetres as kilometres, to a tenth. */
function kmOf(position_mm: number): number {
  return Math.round(position_mm / 100_000) / 10;
}

/** When a train arrives and departs; a train arrives nowhere before it begins, and departs from nowhere after its end. */
interface Call {
  readonly arrives: string;
  readonly departs: string;
}

function callOf(run: Run, stay: Stay | undefined, texts: LineTexts): Call {
  if (stay === undefined) return { arrives: "", departs: "" };
  const { from_ms, to_ms, is_estimated } = stay;
  const mark = (text: string): string => (is_estimated ? texts.estimated(text) : text);
  const { begins, ends } = endsOf(stay, run, texts);
  const stands = to_ms > from_ms;
  const departs = stands || begins ? texts.clock(to_ms) : texts.passes(to_ms);
  return {
    arrives: !begins && (stands || ends) ? mark(texts.clock(from_ms)) : "",
    departs: ends ? "" : mark(departs),
  };
}

function endsOf(
  { waypoint }: Pick<Stay, "waypoint">,
  run: Run,
  { lastWaypoint }: { readonly lastWaypoint: LastWaypoint },
): { readonly begins: boolean; readonly ends: boolean } {
  return { begins: waypoint === 0, ends: waypoint === lastWaypoint(run) };
}

/** One line where nobody arrives, or nobody departs. */
function printStation(
  names: readonly Cell[],
  calls: readonly Call[],
  texts: LineTexts,
): readonly Cell[][] {
  const arrivals = calls.map(({ arrives }) => arrives);
  const departures = calls.map(({ departs }) => departs);
  if (arrivals.every((text) => text === "")) return [[...names, "", ...departures]];
  if (departures.every((text) => text === "")) return [[...names, "", ...arrivals]];
  return [
    [...names, texts.arrives, ...arrivals],
    ["", "", texts.departs, ...departures],
  ];
}

export interface BoardTexts {
  readonly title: string;
  readonly heads: readonly string[];
  readonly clock: (time_ms: number) => string;
  readonly category: (run: Run) => string;
  readonly track: (id: string | null) => string;
  /** Marks a printed moment that is estimated. */
  readonly estimated: (text: string) => string;
  readonly lastWaypoint: LastWaypoint;
}

/** Trains at a station, by time; from and to are the ends of the shown part of the way. */
export function makeBoard(
  visits: readonly Visit[],
  stations: readonly LineStation[],
  texts: BoardTexts,
): Table {
  const names = new Map(stations.map(({ id, name }) => [id, name]));
  const nameOf = (pass: Pass | undefined): string => names.get(pass?.station ?? "") ?? "";
  const rows = visits.map((visit) => {
    const { run, from_ms, to_ms, is_estimated, track, conflicts } = visit;
    const { begins, ends } = endsOf(visit, run, texts);
    const leaves = texts.clock(to_ms);
    return [
      !begins && (ends || to_ms > from_ms) ? texts.clock(from_ms) : "",
      ends ? "" : is_estimated ? texts.estimated(leaves) : leaves,
      run.name,
      texts.category(run),
      nameOf(run.passes[0]),
      nameOf(run.passes.at(-1)),
      texts.track(track),
      conflicts.map(({ number }) => number).join(", "),
    ];
  });
  return { title: texts.title, heads: [texts.heads], rows, fixed_count: texts.heads.length };
}

/** Something along a train's path, in millimetres from its start. */
export interface Placed<Value> {
  readonly position_mm: number;
  readonly value: Value;
}

export interface SheetStation {
  readonly name: string;
  readonly track: string;
  /** Null: the server told none. */
  readonly pass: Pick<Pass, "arrival_ms" | "departure_ms" | "is_estimated"> | null;
}

export interface SheetData {
  readonly start_ms: number;
  readonly stations: readonly Placed<SheetStation>[];
  /** Highest allowed speed from this position on, m/s. */
  readonly speeds: readonly Placed<number>[];
  /** Signalling from this position on. */
  readonly signalling: readonly Placed<string>[];
}

export interface SheetTexts {
  readonly title: string;
  readonly heads: readonly string[];
  readonly clock: (time_ms: number) => string;
  /** Marks a printed moment that is estimated. */
  readonly estimated: (text: string) => string;
}

/** One line per place where something begins or the train's time is wanted. */
export function makeDriverSheet(data: SheetData, texts: SheetTexts): Table {
  const { start_ms, stations, speeds, signalling } = data;
  const places = [...stations, ...speeds, ...signalling].map(({ position_mm }) => position_mm);
  const last = stations.at(-1)?.value ?? null;
  const rows = [...new Set(places)]
    .sort((a, b) => a - b)
    .map((position_mm): Cell[] => {
      const isHere = (one: Placed<unknown>): boolean => one.position_mm === position_mm;
      const station = stations.find(isHere)?.value ?? null;
      const speed = speeds.find(isHere)?.value ?? null;
      const pass = station?.pass ?? null;
      const print = (ms: number): string => {
        const text = texts.clock(start_ms + ms);
        return pass?.is_estimated === true ? texts.estimated(text) : text;
      };
      const is_last = station !== null && station === last;
      const arrives = pass !== null && (is_last || pass.departure_ms > pass.arrival_ms);
      return [
        kmOf(position_mm),
        station?.name ?? "",
        arrives ? print(pass.arrival_ms) : "",
        pass === null || is_last ? "" : print(pass.departure_ms),
        station?.track ?? "",
        speed === null ? "" : Math.round(speed * 3.6),
        signalling.find(isHere)?.value ?? "",
      ];
    });
  return { title: texts.title, heads: [texts.heads], rows, fixed_count: texts.heads.length };
}
