/** The trains of a timetable that run, with their runs in the form in which days are simulated. */
import { TRIED_FROM } from "../../../workers/engine/conflicts/occupancy.ts";
import type { JoinedRuns } from "../../../workers/tasks/operation/joined_runs.ts";
import type { TabulatedRun } from "../../../workers/tasks/operation/tabulate_runs.ts";
import { given } from "../../platform/given.ts";
import type { InTurns } from "../../platform/turns.ts";
import { nameDay } from "../../timetable/calendar/asked_date.ts";
import type { Occurrence } from "../../timetable/paced_train/effective_trains.ts";
import type { RecordRow } from "../../timetable/train/train.queries.ts";
import type { TrainKind } from "../../timetable/train/train_kind.ts";
import { tooManyTrains } from "../../timetable/train_schedule/train_schedule.errors.ts";
import type { TrainSchedule } from "../../timetable/train_schedule/train_schedule.schemas.ts";
import { type ExpandedRecord, expandRecord, identityOf } from "../conflict/planned_trains.ts";
import { tabulateRuns } from "../simulation/cached_runs.ts";
import type { ValidTrain } from "../simulation/compute_trains.ts";
import { type Computed, mapGroups, type Source } from "../simulation/computed_groups.ts";
import type { RecordRef } from "../simulation/train_job.ts";

/** Of a run within a buffer, bytes. */
const ALIGNMENT = 8;

/** A train that runs, and its name in answers. */
export interface RunningTrain {
  readonly name: object;
  readonly key: number;
  readonly record: RecordRef;
  readonly train: TrainSchedule;
  readonly train_name: string;
  readonly start_ms: number;
  /** Without a run: its start. */
  readonly end_ms: number;
  readonly stock_name: string;
  readonly computed: ValidTrain | null;
  /** Its place among the runs; null: it has none that can be simulated. */
  readonly run: number | null;
}

type ListedTrain = Omit<RunningTrain, "run">;

export type TabulatedTrain = Extract<TabulatedRun, { readonly kind: "success" }>;

interface RunningTrains {
  readonly running: readonly RunningTrain[];
  /** Each run once, by one of its trains, and its table. */
  readonly runs: readonly { readonly computed: ValidTrain; readonly table: TabulatedTrain }[];
}

interface Span {
  /** More are refused. */
  readonly count_max: number;
  /** Trains that run between these. */
  readonly begin_ms: number;
  readonly end_ms: number;
}

export async function runTrains(source: Source, span: Span): Promise<RunningTrains> {
  const listed = (await mapGroups(source, expandWithin(source, span), listTrains)).flat();
  const there = listed.filter((train) => isThere(train, span));
  const distinct = new Map<string, ValidTrain>();
  for (const { computed } of there) {
    if (computed !== null) distinct.set(computed.run_key, computed);
  }
  const tables = await tabulateRuns(source.setup, [...distinct.values()]);
  const runs: { computed: ValidTrain; table: TabulatedTrain }[] = [];
  const run_at = new Map<string, number>();
  for (const [i, computed] of [...distinct.values()].entries()) {
    const table = given(tables[i], "every run is tabulated");
    if (table.kind === "success") run_at.set(computed.run_key, runs.push({ computed, table }) - 1);
  }
  const running = there.map((train) => ({
    ...train,
    run: run_at.get(train.computed?.run_key ?? "") ?? null,
  }));
  return { running, runs };
}

/** Throws as soon as there are too many trains. */
function expandWithin({ setup, on = null }: Source, { end_ms, ...span }: Span) {
  const count_max = Math.min(setup.services.config.limits.conflict_trains, span.count_max);
  let count = 0;
  return function* (kind: TrainKind, row: RecordRow): InTurns<ExpandedRecord> {
    const expanded = yield* expandRecord(kind, row, on);
    const departures = expanded.departures.filter(({ start_ms }) => start_ms < end_ms);
    count += departures.length;
    if (count > count_max) throw tooManyTrains(count, count_max);
    return { ...expanded, departures };
  };
}

function listTrains({ expanded, results }: Computed<ExpandedRecord>): ListedTrain[] {
  const { kind, id } = expanded;
  const record = { kind, id };
  return expanded.departures.map((departure, i): ListedTrain => {
    const { start_ms, occurrence, train, day = null } = departure;
    const computed = results[i]?.kind === "success" ? results[i] : null;
    return {
      name: { kind, ...nameRecord(id), ...nameOf(occurrence), ...nameDay(day) },
      key: hash32(`${kind} ${id} ${identityOf(occurrence)} ${day ?? ""}`),
      record,
      train,
      train_name: departure.name,
      start_ms,
      end_ms: start_ms + (computed === null ? 0 : computed.outcome.final.time_ms),
      stock_name: train.rolling_stock_name,
      computed,
    };
  });
}

/** One that a change adds has no id yet. */
function nameRecord(id: number): object {
  return id < TRIED_FROM ? { id } : { change: id - TRIED_FROM };
}

/** As answers name it within its record. */
export function nameOf(occurrence: Occurrence | null): object {
  if (occurrence === null) return {};
  if ("index" in occurrence) return { occurrence_key: occurrence.index };
  return { exception_key: occurrence.exception_key };
}

/** Trains that have ended by the begin are not there. */
function isThere({ start_ms, end_ms }: ListedTrain, { begin_ms }: Span): boolean {
  return start_ms >= begin_ms || end_ms > begin_ms;
}

/** The waypoints at which it stops. */
export function findStops(
  { train, path }: ValidTrain,
  stops_mm: readonly number[],
): (TrainSchedule["path"][number] | undefined)[] {
  const at = new Map<number, TrainSchedule["path"][number]>();
  for (const [i, item] of train.path.entries()) at.set(path.item_positions_mm[i] ?? 0, item);
  return stops_mm.map((x_mm) => at.get(x_mm));
}

/** Equal runs may call their waypoints by other ids, and stations otherwise. */
export class DistinctStops {
  readonly lists: (string | null)[][] = [];
  readonly stations: string[][][] = [];
  readonly passed: ReadonlyMap<string, PassedPlace>[] = [];
  readonly texts: string[] = [];
  readonly #by_train = new Map<TrainSchedule, number>();
  readonly #by_text = new Map<string, number>();

  find(computed: ValidTrain, stops_mm: readonly number[]): number {
    const known = this.#by_train.get(computed.train);
    if (known !== undefined) return known;
    const items = findStops(computed, stops_mm);
    const list = items.map((item) => item?.id ?? null);
    const stations = items.map(listStationNames);
    const passed = listPassed(computed, stops_mm);
    const text = JSON.stringify([list, stations, [...passed]]);
    const at = this.#by_text.get(text) ?? this.lists.push(list) - 1;
    if (at === this.texts.length) {
      this.texts.push(JSON.stringify(list));
      this.stations.push(stations);
      this.passed.push(passed);
    }
    this.#by_text.set(text, at);
    this.#by_train.set(computed.train, at);
    return at;
  }
}

/** A waypoint at which a train does not stop: the planned stop before, and where it is on the path. */
export interface PassedPlace {
  readonly stop: number;
  readonly x_mm: number;
}

function listPassed(
  { train, path }: ValidTrain,
  stops_mm: readonly number[],
): Map<string, PassedPlace> {
  const passed = new Map<string, PassedPlace>();
  for (const [i, { id }] of train.path.entries()) {
    const x_mm = path.item_positions_mm[i] ?? 0;
    const stop = stops_mm.findLastIndex((at_mm) => at_mm <= x_mm);
    if (stop >= 0 && !stops_mm.includes(x_mm)) passed.set(id, { stop, x_mm });
  }
  return passed;
}

/** As its path names it: id of an operational point, trigram or UIC number. */
function listStationNames(item: TrainSchedule["path"][number] | undefined): string[] {
  if (item === undefined || "track" in item) return [];
  if ("operational_point" in item) return [item.operational_point];
  return ["trigram" in item ? item.trigram : String(item.uic)];
}

/** Of the message of tens of thousands of shared buffers each is compared with all before: that takes its sender hundreds of milliseconds. */
export function* joinRuns(packed: readonly SharedArrayBuffer[]): InTurns<JoinedRuns> {
  const starts = new Float64Array(packed.length);
  let size = 0;
  for (const [r, { byteLength }] of packed.entries()) {
    starts[r] = size;
    size += ALIGNMENT * Math.ceil(byteLength / ALIGNMENT);
  }
  const buffer = new SharedArrayBuffer(size);
  const bytes = new Uint8Array(buffer);
  for (const [r, run] of packed.entries()) {
    bytes.set(new Uint8Array(run), starts[r]);
    yield;
  }
  return { buffer, starts };
}

/** Of 32 bits, the same everywhere (FNV-1a). */
export function hash32(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}
