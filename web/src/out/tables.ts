/** Tables of a line, a station and a train, as texts and numbers; paper and files are laid out elsewhere. */
import type { Visit } from "../graph/occupancy.ts";
import { type Pass, type Run, spanOf } from "../graph/runs.ts";
import { staysOf } from "../graph/stay.ts";

export type Cell = string | number;

export interface Table {
  readonly title: string;
  /** Repeated on each page: column names, and what belongs to them. */
  readonly heads: readonly (readonly Cell[])[];
  readonly rows: readonly (readonly Cell[])[];
  /** Leading columns, repeated where a wide table is cut. */
  readonly fixed_count: number;
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
}

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
  const rows = placed.flatMap((station) => {
    const { id, name } = station;
    const km = kmOf(station.position_mm);
    const calls = columns.map((run) => callOf(run, id));
    const is_stop = calls.some((call) => call !== null && call.to_ms > call.from_ms);
    if (!is_stop) return [[name, km, "", ...calls.map((call) => printCall(call, texts))]];
    const arrivals = calls.map((call) => (call === null ? "" : printArrival(call, texts)));
    const departures = calls.map((call) => (call === null ? "" : printDeparture(call, texts)));
    // At an end of the line nobody arrives, or nobody departs.
    if (arrivals.every((text) => text === "")) return [[name, km, "", ...departures]];
    if (departures.every((text) => text === "")) return [[name, km, "", ...arrivals]];
    return [
      [name, km, texts.arrives, ...arrivals],
      ["", "", texts.departs, ...departures],
    ];
  });
  return {
    title: texts.title,
    heads: [
      [texts.station, texts.km, "", ...columns.map(({ name }) => name)],
      ["", "", "", ...columns.map(texts.category)],
    ],
    rows,
    fixed_count: 3,
  };
}

function beginOf(run: Run): number {
  return spanOf(run)?.from_ms ?? run.start_ms;
}

/** Millimetres as kilometres, to a tenth. */
function kmOf(position_mm: number): number {
  return Math.round(position_mm / 100_000) / 10;
}

interface Call {
  readonly from_ms: number;
  readonly to_ms: number;
  readonly is_first: boolean;
  readonly is_last: boolean;
  readonly is_estimated: boolean;
}

/** Null: the train does not pass. */
function callOf(run: Run, station: string): Call | null {
  const [stay] = staysOf(run, station);
  const [first, last] = [run.passes[0], run.passes.at(-1)];
  if (stay === undefined || first === undefined || last === undefined) return null;
  const { from_ms, to_ms, is_estimated } = stay;
  const is_first = from_ms <= run.start_ms + first.arrival_ms;
  return {
    from_ms,
    to_ms,
    is_estimated,
    is_first,
    is_last: to_ms >= run.start_ms + last.departure_ms,
  };
}

function printCall(call: Call | null, texts: LineTexts): string {
  if (call === null) return "";
  const { clock, passes } = texts;
  const is_end = call.is_first || call.is_last;
  return mark(call, is_end ? clock(call.to_ms) : passes(call.to_ms), texts);
}

function printArrival(call: Call, texts: LineTexts): string {
  const is_stop = call.to_ms > call.from_ms || call.is_last;
  return is_stop && !call.is_first ? mark(call, texts.clock(call.from_ms), texts) : "";
}

function printDeparture(call: Call, texts: LineTexts): string {
  if (call.is_last) return "";
  const is_stop = call.to_ms > call.from_ms || call.is_first;
  return mark(call, is_stop ? texts.clock(call.to_ms) : texts.passes(call.to_ms), texts);
}

function mark({ is_estimated }: Call, text: string, { estimated }: LineTexts): string {
  return is_estimated ? estimated(text) : text;
}

export interface BoardTexts {
  readonly title: string;
  readonly heads: readonly string[];
  readonly clock: (time_ms: number) => string;
  readonly category: (run: Run) => string;
  readonly track: (id: string | null) => string;
  /** Marks a printed moment that is estimated. */
  readonly estimated: (text: string) => string;
}

/** Trains at a station, by time; from and to are the ends of the shown part of the way. */
export function makeBoard(
  visits: readonly Visit[],
  stations: readonly LineStation[],
  texts: BoardTexts,
): Table {
  const names = new Map(stations.map(({ id, name }) => [id, name]));
  const nameOf = (pass: Pass | undefined): string => names.get(pass?.station ?? "") ?? "";
  const rows = visits.map(({ run, from_ms, to_ms, is_estimated, track, conflicts }) => {
    const is_stop = to_ms > from_ms;
    const leaves = texts.clock(to_ms);
    return [
      is_stop ? texts.clock(from_ms) : "",
      is_estimated ? texts.estimated(leaves) : leaves,
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
