/**
 * Days tried with drawn delays: arrivals, waits and deadlocks, added up. The figures of a part of the days are
 * one shared buffer, so that threads try parts of them.
 */
import { Float64Column, Uint32Column } from "../columns.ts";
import type { DayPlan, Disturbances } from "../operation/day_plan.ts";
import { DaySimulator } from "../operation/day_simulation.ts";
import type { Deadlock } from "../operation/day_state.ts";
import type { DayWaits } from "../operation/day_waits.ts";
import { type Columns, openColumns, packColumns } from "../shared_columns.ts";
import { type Distribution, type DrawKey, drawDelay_ms, ENTRY, RUN, STOP } from "./draws.ts";
import { roundLate_ms, StopSums, WITHIN_MS } from "./stop_sums.ts";

/** Lateness in s is counted by s up to ten minutes, by 10 s up to an hour, by minute up to 18 h, then as one. */
const FINE_S = 600;
const MIDDLE_S = 3600;
const COARSE_S = 64_800;
const MIDDLE_BIN = FINE_S + (MIDDLE_S - FINE_S) / 10;
const LAST_BIN = MIDDLE_BIN + (COARSE_S - MIDDLE_S) / 60;
/** Did not arrive. */
export const NEVER_BIN = LAST_BIN + 1;
export const BINS = NEVER_BIN + 1;
export const NEVER_S = 0xffff_ffff;
const NO_GROUP = 0xffff_ffff;

/** By day and group: arrivals that were due, those within each limit, those that were, and their lateness in ms. */
export const SUMS = 3 + WITHIN_MS.length;
/** Deadlocks that are listed for one part of the days. */
const LISTED_MAX = 100;
/** Pairs of trains that are kept for one part; those with the least waits are left out. */
const PAIRS_MAX = 100_000;

const SHAPE = {
  sums: Float64Array,
  totals: Float64Array,
  pairWaits_ms: Float64Array,
  placeWaits_ms: Float64Array,
  deadlockTimes_ms: Float64Array,
  stopSums: Float64Array,
  lateness_s: Uint32Array,
  histogram: Uint32Array,
  lockedDays: Uint32Array,
  pairCauses: Uint32Array,
  pairTrains: Uint32Array,
  pairCounts: Uint32Array,
  placeRuns: Uint32Array,
  placeBlocks: Uint32Array,
  placeCounts: Uint32Array,
  deadlockDays: Uint32Array,
  deadlockStart: Uint32Array,
  deadlockTrains: Uint32Array,
} as const;

/**
 * `sums` by day, group and kind of sum; `lateness_s` by day and train at its end, rounded up; `histogram` by
 * group and bin; `totals`: drawn delays and waits, ms; `lockedDays` by day: trains that did not get to their ends;
 * `stopSums` by stop and kind of sum (`stop_sums.ts`), empty if stops are not added up.
 */
export type DayFigures = Columns<typeof SHAPE>;

export function openFigures(buffer: SharedArrayBuffer): DayFigures {
  return openColumns(SHAPE, buffer);
}

export function binOf(late_s: number): number {
  if (late_s <= FINE_S) return Math.max(0, Math.ceil(late_s));
  if (late_s <= MIDDLE_S) return FINE_S + Math.ceil((late_s - FINE_S) / 10);
  if (late_s <= COARSE_S) return MIDDLE_BIN + Math.ceil((late_s - MIDDLE_S) / 60);
  return LAST_BIN;
}

/** The greatest lateness of a bin, s; null: it has no end. */
export function endOfBin(bin: number): number | null {
  if (bin <= FINE_S) return bin;
  if (bin <= MIDDLE_BIN) return FINE_S + 10 * (bin - FINE_S);
  return bin < LAST_BIN ? MIDDLE_S + 60 * (bin - MIDDLE_BIN) : null;
}

export interface TriedTrains {
  readonly plan: DayPlan;
  /** [nTrains] what its draws depend on; they are the same whatever other trains there are. */
  readonly keys: Uint32Array;
  /** [nRuns] by planned stop, its begin and end included: key of the place, and its group. */
  readonly stopKeys: readonly Uint32Array[];
  readonly stopGroups: readonly Uint32Array[];
  /** [nTrains] group of its arrival at its end. */
  readonly endGroups: Uint32Array;
  readonly nGroups: number;
  /** [nTrains] 1: its arrivals count. */
  readonly isCounted: Uint8Array;
  readonly distributions: readonly Distribution[];
  /**
   * [stops of all trains · 2] distribution + 1 of how long a stop takes and of the run behind it; of a train's first stop
   * instead of the stop that of its entry; 0: none.
   */
  readonly drawn: Uint32Array;
  /** Whether lateness is added up by stop. */
  readonly sumsStops: boolean;
}

export interface DrawnPart {
  readonly seed: number;
  readonly from: number;
  readonly to: number;
  readonly patience_ms: number;
}

export function tryDays(
  trains: TriedTrains,
  { seed, from, to, patience_ms }: DrawnPart,
): SharedArrayBuffer {
  const { plan } = trains;
  const nTrains = plan.runOf.length;
  const nPlaces = plan.placeStart[nTrains]!;
  const simulator = new DaySimulator(plan, patience_ms);
  const disturbances: Disturbances = {
    entries_ms: new Float64Array(nTrains),
    stops_ms: new Float64Array(nPlaces),
    runs_ms: new Float64Array(nPlaces),
  };
  const lateness = new LatenessSums(trains, to - from);
  const waits = new WaitSums(nTrains);
  const stops = trains.sumsStops ? new StopSums(plan) : null;
  const lockedDays = new Uint32Array(to - from);
  const deadlocks = new DeadlockColumns();
  let drawn_ms = 0;
  for (let day = from; day < to; day++) {
    drawn_ms += drawDay(trains, { seed, day }, disturbances);
    lockedDays[day - from] = simulator.run(disturbances);
    lateness.add(day - from, simulator.arrivals_ms);
    waits.add(simulator.waits, plan.runOf);
    stops?.add(simulator);
    deadlocks.add(day, simulator.deadlocks);
  }
  const { sums, lateness_s, histogram } = lateness;
  return packColumns(SHAPE, {
    sums,
    totals: [drawn_ms, waits.total_ms],
    lateness_s,
    histogram,
    lockedDays,
    stopSums: stops?.sums ?? [],
    ...waits.finish(),
    ...deadlocks.finish(),
  });
}

/** How late trains arrive, by train and by group. */
class LatenessSums {
  readonly sums: Float64Array;
  readonly lateness_s: Uint32Array;
  readonly histogram: Uint32Array;
  readonly #trains: TriedTrains;

  constructor(trains: TriedTrains, days: number) {
    this.#trains = trains;
    this.sums = new Float64Array(days * trains.nGroups * SUMS);
    this.lateness_s = new Uint32Array(days * trains.plan.runOf.length);
    this.histogram = new Uint32Array(trains.nGroups * BINS);
  }

  add(day: number, arrivals_ms: Float64Array): void {
    const { plan, stopGroups, endGroups, isCounted } = this.#trains;
    const nTrains = plan.runOf.length;
    for (let t = 0; t < nTrains; t++) {
      const run = plan.runs[plan.runOf[t]!]!;
      const groups = stopGroups[plan.runOf[t]!]!;
      const last = run.isStop.length - 1;
      const first = plan.placeStart[t]!;
      const start_ms = plan.starts_ms[t]!;
      const lateAt_ms = (place: number): number => {
        const planned_ms = start_ms + run.planned_ms[run.times.placePoint[place]!]!;
        return roundLate_ms(arrivals_ms[first + place]! - planned_ms);
      };
      const late_ms = lateAt_ms(last);
      this.lateness_s[day * nTrains + t] = Number.isNaN(late_ms)
        ? NEVER_S
        : Math.max(0, Math.ceil(late_ms / 1000));
      if (isCounted[t] === 0) continue;
      this.#count(day, 0, late_ms);
      this.#count(day, endGroups[t]!, late_ms);
      for (let place = 1, stop = 1; place <= last; place++) {
        if (run.isStop[place] !== 1) continue;
        if (groups[stop] !== NO_GROUP) this.#count(day, groups[stop]!, lateAt_ms(place));
        stop++;
      }
    }
  }

  #count(day: number, group: number, late_ms: number): void {
    const { sums, histogram } = this;
    const at = (day * this.#trains.nGroups + group) * SUMS;
    const hasArrived = !Number.isNaN(late_ms);
    const bin = group * BINS + (hasArrived ? binOf(late_ms / 1000) : NEVER_BIN);
    sums[at] = sums[at]! + 1;
    histogram[bin] = histogram[bin]! + 1;
    if (!hasArrived) return;
    for (let i = 0; i < WITHIN_MS.length; i++) {
      if (late_ms <= WITHIN_MS[i]!) sums[at + 1 + i] = sums[at + 1 + i]! + 1;
    }
    sums[at + SUMS - 2] = sums[at + SUMS - 2]! + 1;
    sums[at + SUMS - 1] = sums[at + SUMS - 1]! + Math.max(0, late_ms);
  }
}

class DeadlockColumns {
  readonly #times_ms = new Float64Column();
  readonly #days = new Uint32Column();
  readonly #start = new Uint32Column();
  readonly #trains = new Uint32Column();

  add(day: number, deadlocks: readonly Deadlock[]): void {
    for (const { time_ms, trains } of deadlocks) {
      if (this.#days.count === LISTED_MAX) return;
      this.#days.push(day);
      this.#times_ms.push(time_ms);
      this.#start.push(this.#trains.count);
      for (const t of trains) this.#trains.push(t);
    }
  }

  finish() {
    this.#start.push(this.#trains.count);
    return {
      deadlockTimes_ms: this.#times_ms.finish(),
      deadlockDays: this.#days.finish(),
      deadlockStart: this.#start.finish(),
      deadlockTrains: this.#trains.finish(),
    };
  }
}

/** Draws all delays of a day; returns their sum. */
function drawDay(
  { plan, keys, stopKeys, distributions, drawn }: TriedTrains,
  { seed, day }: { readonly seed: number; readonly day: number },
  { entries_ms, stops_ms, runs_ms }: Disturbances,
): number {
  const key: DrawKey = { seed, day, run: 0, place: 0, kind: ENTRY };
  let sum_ms = 0;
  const draw = (number: number, t: number, place: number, kind: number): number => {
    if (number === 0) return 0;
    key.run = keys[t]!;
    key.place = place;
    key.kind = kind;
    const delay_ms = drawDelay_ms(distributions[number - 1]!, key);
    sum_ms += delay_ms;
    return delay_ms;
  };
  let next = 0;
  for (let t = 0; t < plan.runOf.length; t++) {
    const { isStop } = plan.runs[plan.runOf[t]!]!;
    const places = stopKeys[plan.runOf[t]!]!;
    const first = plan.placeStart[t]!;
    const from = next;
    for (let place = 0, stop = 0; place < isStop.length - 1; place++) {
      if (isStop[place] !== 1) continue;
      const own = draw(drawn[2 * (from + stop)]!, t, places[stop]!, place === 0 ? ENTRY : STOP);
      // What is late at the begin of the path is the entry.
      if (place === 0) entries_ms[t] = own;
      stops_ms[first + place] = place === 0 ? 0 : own;
      runs_ms[first + place] = draw(drawn[2 * (from + stop) + 1]!, t, places[stop]!, RUN);
      stop++;
    }
    next = from + places.length;
  }
  return sum_ms;
}

interface WaitSum {
  wait_ms: number;
  count: number;
}

/** Waits by cause and train, and by run and block. */
class WaitSums {
  total_ms = 0;
  readonly #nTrains: number;
  readonly #pairs = new Map<number, WaitSum>();
  readonly #places = new Map<number, WaitSum>();

  constructor(nTrains: number) {
    this.#nTrains = nTrains;
  }

  add({ count, trains, blocks, causes, times_ms }: DayWaits, runOf: Uint32Array): void {
    for (let i = 0; i < count; i++) {
      const wait_ms = times_ms.values[i]!;
      const train = trains.values[i]!;
      this.total_ms += wait_ms;
      addTo(this.#pairs, causes.values[i]! * this.#nTrains + train, wait_ms);
      addTo(this.#places, runOf[train]! * BLOCKS_MAX + blocks.values[i]!, wait_ms);
    }
  }

  finish() {
    const pairs = [...this.#pairs]
      .sort(([, a], [, b]) => b.wait_ms - a.wait_ms)
      .slice(0, PAIRS_MAX);
    const places = [...this.#places];
    return {
      pairWaits_ms: pairs.map(([, { wait_ms }]) => wait_ms),
      pairCauses: pairs.map(([key]) => Math.floor(key / this.#nTrains)),
      pairTrains: pairs.map(([key]) => key % this.#nTrains),
      pairCounts: pairs.map(([, { count }]) => count),
      placeWaits_ms: places.map(([, { wait_ms }]) => wait_ms),
      placeRuns: places.map(([key]) => Math.floor(key / BLOCKS_MAX)),
      placeBlocks: places.map(([key]) => key % BLOCKS_MAX),
      placeCounts: places.map(([, { count }]) => count),
    };
  }
}

/** More than a path has. */
const BLOCKS_MAX = 2 ** 24;

function addTo(sums: Map<number, WaitSum>, key: number, wait_ms: number): void {
  const known = sums.get(key);
  if (known === undefined) sums.set(key, { wait_ms, count: 1 });
  else {
    known.wait_ms += wait_ms;
    known.count++;
  }
}
