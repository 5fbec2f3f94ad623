/**
 * How long a train takes between the places where it may have to stop, tabulated once: from each place at
 * which it stood to each at which it stops next, with all points on the way. What lies between two stops does
 * not depend on other stops, so one run with a stop at every m-th place measures all pairs m places apart.
 * Pairs farther apart than the table reaches have run as if they never stopped in between, and are put together.
 */
import type { Envelope } from "../envelope/envelope.ts";
import { RunningTimes } from "../margins/running_times.ts";
import { err, ok, type Result } from "../result.ts";
import type { SimulationFault } from "../simulation/faults.ts";
import type { Run, Simulator } from "../simulation/simulate.ts";
import { fromMilli } from "../units.ts";

/** Places farther apart are not measured, even if the train has not reached its speed in between. */
const LAGS_MAX = 12;
/** A run that is this near to another one's speed has joined it. */
const JOINED_M_S = 0.01;

/** Places where a train may stop, and points whose times are wanted; both ascend. */
export interface StopPlaces {
  /** [nPoints] mm; contains all places. */
  readonly points_mm: Float64Array;
  /** [nPlaces] point of each; the first is the path's begin, the last its end. */
  readonly placePoint: Uint32Array;
  /** [nPlaces] 1: it always stops there; so at the first and the last. */
  readonly isStop: Uint8Array;
}

/** Times in ms. */
export interface IntervalTimes {
  /** [nPlaces] first point of each. */
  readonly placePoint: Uint32Array;
  /** [nPlaces] the next planned stop behind a place; the last place has itself. */
  readonly sectionEnd: Uint32Array;
  /** Pairs of places up to so many apart are measured. */
  readonly lags: number;
  /** [nPlaces · lags] where the times from place s to the one m behind it begin: row s · lags + m - 1. */
  readonly rowStart: Uint32Array;
  /** Since the departure from s, at each point from s on. */
  readonly rows_ms: Float64Array;
  /** [nPlaces] point at which a train from there has reached the speed that it has without that stop. */
  readonly headJoin: Uint32Array;
  /** [nPlaces] last point at which a train that is to stop there has that speed. */
  readonly tailJoin: Uint32Array;
  /** [nPoints] running time with planned stops alone. */
  readonly base_ms: Float64Array;
}

/** Running time of a train that left place s and stops at place j next, from s to a point between. */
export function runTime_ms(times: IntervalTimes, s: number, j: number, point: number): number {
  const { lags, placePoint, rowStart, rows_ms, headJoin, tailJoin, base_ms } = times;
  const lag = j - s;
  if (lag <= lags) return rows_ms[rowStart[s * lags + lag - 1]! + point - placePoint[s]!]!;
  const head = headJoin[s]!;
  const row = rowStart[s * lags + lags - 1]! - placePoint[s]!;
  if (point <= head) return rows_ms[row + point]!;
  const tail = tailJoin[j]!;
  const joined_ms = rows_ms[row + head]! - base_ms[head]!;
  if (point <= tail) return joined_ms + base_ms[point]!;
  const from = j - lags;
  const tailRow = rowStart[from * lags + lags - 1]! - placePoint[from]!;
  return joined_ms + base_ms[tail]! + rows_ms[tailRow + point]! - rows_ms[tailRow + tail]!;
}

/** A fault, and the place where the train had stopped before it; null: its planned run is at fault. */
export interface MeasuringFault {
  readonly fault: SimulationFault;
  readonly place: number | null;
}

/** Measures a run, which has its planned stops; fails if it can't start again at a place. */
export function tabulateIntervals(
  simulator: Simulator,
  run: Run,
  places: StopPlaces,
): Result<IntervalTimes, MeasuringFault> {
  const { points_mm, placePoint, isStop } = places;
  const nPlaces = placePoint.length;
  const sectionEnd = new Uint32Array(nPlaces);
  let longest = 0;
  for (let s = nPlaces - 1, end = nPlaces - 1; s >= 0; s--) {
    sectionEnd[s] = end;
    longest = Math.max(longest, end - s);
    if (isStop[s] === 1) end = s;
  }
  const measured = new MeasuredRun(simulator, run, points_mm);
  const fault = measured.measure((place) => isStop[place] === 1, placePoint);
  if (fault !== null) return err({ fault, place: null });
  const base_ms = measured.times_ms.slice();
  const base_m_s = measured.speeds_m_s.slice();
  const headJoin = new Uint32Array(nPlaces);
  const tailJoin = new Uint32Array(nPlaces);
  const rows: Float64Array[] = [];
  let lags = 0;
  for (let isSettled = false; !isSettled && lags < Math.min(longest, LAGS_MAX); ) {
    lags++;
    isSettled = true;
    for (let phase = 0; phase < lags; phase++) {
      const isReached = (place: number, first: number): boolean =>
        isStop[place] === 1 || (place - first) % lags === phase;
      const phaseFault = measured.measure(inSections(isStop, isReached), placePoint);
      if (phaseFault !== null) {
        const place = findStalled(phaseFault, places, inSections(isStop, isReached));
        return err({ fault: phaseFault, place });
      }
      let first = 0;
      for (let s = 0; s < nPlaces; s++) {
        if (isStop[s] === 1) first = s;
        const j = s + lags;
        if ((s - first) % lags !== phase || j > sectionEnd[s]!) continue;
        rows[s * LAGS_MAX + lags - 1] = measured.cut(placePoint[s]!, placePoint[j]!);
        const joins = measured.findJoins(base_m_s, placePoint[s]!, placePoint[j]!);
        headJoin[s] = joins.first;
        tailJoin[j] = joins.last;
        if (!joins.areTrue) isSettled = false;
      }
    }
  }
  return ok({
    placePoint,
    sectionEnd,
    lags,
    ...joinRows(rows, nPlaces, lags),
    headJoin,
    tailJoin,
    base_ms,
  });
}

/** The last place before a train ran out of traction at which it had stopped. */
function findStalled(
  fault: SimulationFault,
  { points_mm, placePoint }: StopPlaces,
  isStopped: (place: number) => boolean,
): number | null {
  if (fault.kind !== "impossible_simulation") return null;
  let stalled: number | null = null;
  for (let place = 0; place < placePoint.length; place++) {
    if (fromMilli(points_mm[placePoint[place]!]!) > fault.offset_m) break;
    if (isStopped(place)) stalled = place;
  }
  return stalled;
}

/** Counts places from the planned stop before each. */
function inSections(
  isStop: Uint8Array,
  isReached: (place: number, first: number) => boolean,
): (place: number) => boolean {
  let first = 0;
  return (place) => {
    if (isStop[place] === 1) first = place;
    return isReached(place, first);
  };
}

function joinRows(
  rows: readonly (Float64Array | undefined)[],
  nPlaces: number,
  lags: number,
): Pick<IntervalTimes, "rowStart" | "rows_ms"> {
  const rowStart = new Uint32Array(nPlaces * lags);
  const lengthOf = (s: number, lag: number): number => rows[s * LAGS_MAX + lag]?.length ?? 0;
  let size = 0;
  for (let s = 0; s < nPlaces; s++) {
    for (let lag = 0; lag < lags; lag++) {
      rowStart[s * lags + lag] = size;
      size += lengthOf(s, lag);
    }
  }
  const rows_ms = new Float64Array(size);
  for (let s = 0; s < nPlaces; s++) {
    for (let lag = 0; lag < lags; lag++) {
      const row = rows[s * LAGS_MAX + lag];
      if (row !== undefined) rows_ms.set(row, rowStart[s * lags + lag]);
    }
  }
  return { rowStart, rows_ms };
}

/** Times and speeds of one run after the other at the same points. */
class MeasuredRun {
  readonly times_ms: Float64Array;
  readonly speeds_m_s: Float64Array;
  readonly #simulator: Simulator;
  readonly #run: Run;
  readonly #points_mm: Float64Array;
  readonly #running = new RunningTimes();

  constructor(simulator: Simulator, run: Run, points_mm: Float64Array) {
    this.#simulator = simulator;
    this.#run = run;
    this.#points_mm = points_mm;
    this.times_ms = new Float64Array(points_mm.length);
    this.speeds_m_s = new Float64Array(points_mm.length);
  }

  /** Asks once for each place, in order. */
  measure(isStop: (place: number) => boolean, placePoint: Uint32Array): SimulationFault | null {
    const points_mm = this.#points_mm;
    const last = placePoint.length - 1;
    const stops: number[] = [];
    for (let place = 0; place <= last; place++) {
      const isReached = isStop(place);
      // A train begins and ends its path as its run says.
      if (isReached && place > 0 && place < last) {
        stops.push(fromMilli(points_mm[placePoint[place]!]!));
      }
    }
    const { positions_m } = this.#run.stops;
    const length_m = this.#run.length_m;
    const own = positions_m.filter((x_m) => x_m <= 0 || x_m >= length_m);
    const all = [...own.filter((x_m) => x_m <= 0), ...stops, ...own.filter((x_m) => x_m > 0)];
    const stopping = { positions_m: all, durations_s: all.map(() => 0) };
    const built = this.#simulator.buildBase({ ...this.#run, stops: stopping });
    if (!built.ok) return built.error;
    this.#read(built.value);
    return null;
  }

  #read(envelope: Envelope): void {
    this.#running.read(this.#simulator.arena, envelope);
    for (let p = 0; p < this.#points_mm.length; p++) {
      const x_m = fromMilli(this.#points_mm[p]!);
      this.times_ms[p] = this.#running.timeAt_us(x_m) / 1000;
      this.speeds_m_s[p] = this.#running.speedAt_m_s(x_m);
    }
  }

  cut(from: number, to: number): Float64Array {
    const row = this.times_ms.slice(from, to + 1);
    const left_ms = row[0]!;
    for (let i = 0; i < row.length; i++) row[i] = row[i]! - left_ms;
    return row;
  }

  /** The points between two stops at which the train is as fast as without them, or nearest to it. */
  findJoins(
    base_m_s: Float64Array,
    from: number,
    to: number,
  ): { readonly first: number; readonly last: number; readonly areTrue: boolean } {
    let first = -1;
    let last = -1;
    let nearest = from;
    let least_m_s = Infinity;
    for (let p = from + 1; p < to; p++) {
      const slower_m_s = base_m_s[p]! - this.speeds_m_s[p]!;
      if (slower_m_s < least_m_s) {
        least_m_s = slower_m_s;
        nearest = p;
      }
      if (slower_m_s > JOINED_M_S) continue;
      if (first < 0) first = p;
      last = p;
    }
    if (first >= 0) return { first, last, areTrue: true };
    return { first: nearest, last: nearest, areTrue: false };
  }
}
