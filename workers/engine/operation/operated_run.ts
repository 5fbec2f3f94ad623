/** One run in the form in which days are simulated: its blocks, and its times however it is stopped on its way. */

import { RunningTimes } from "../margins/running_times.ts";
import type { TrainTimes } from "../requirements/train_times.ts";
import { err, ok, type Result } from "../result.ts";
import { openColumns, packColumns } from "../shared_columns.ts";
import type { SimulationFault } from "../simulation/faults.ts";
import type { Run, Simulator } from "../simulation/simulate.ts";
import { fromMilli, toMilli } from "../units.ts";
import { type IntervalTimes, tabulateIntervals } from "./interval_times.ts";
import { joinBefore, type WayLayout } from "./way_layout.ts";

/** A stop is as short as this if the train is late, or as planned if that is shorter. */
export const LEAST_STOP_MS = 30_000;

const COLUMNS = {
  base_ms: Float64Array,
  rows_ms: Float64Array,
  leastStops_ms: Float64Array,
  departures_ms: Float64Array,
  planned_ms: Float64Array,
  leads_ms: Float64Array,
  asks_ms: Float64Array,
  places_mm: Float64Array,
  points_mm: Float64Array,
  lags: Uint32Array,
  placePoint: Uint32Array,
  sectionEnd: Uint32Array,
  rowStart: Uint32Array,
  headJoin: Uint32Array,
  tailJoin: Uint32Array,
  isStop: Uint32Array,
  blockPlace: Uint32Array,
  blockPoint: Uint32Array,
  blockZone: Uint32Array,
  lockEnd: Uint32Array,
  zones: Uint32Array,
  configs: Uint32Array,
  clearPoint: Uint32Array,
} as const;

/** Moves a run into one buffer that threads share. */
export function packRun(run: OperatedRun): SharedArrayBuffer {
  return packColumns(COLUMNS, { ...run, ...run.times, lags: [run.times.lags] });
}

/** From where it begins in a buffer. */
export function openRun(buffer: SharedArrayBuffer, from = 0): OperatedRun {
  const run = openColumns(COLUMNS, buffer, from);
  return { ...run, times: { ...run, lags: run.lags[0] ?? 0 } };
}

/** Times in ms since the planned start of the run; immutable, shared by trains with equal runs. */
export interface OperatedRun {
  readonly times: IntervalTimes;
  /** [nPlaces] */
  readonly isStop: ArrayLike<number>;
  /** [nPlaces] from the start of the path. */
  readonly places_mm: Float64Array;
  /** [nPoints] the same. */
  readonly points_mm: Float64Array;
  readonly leastStops_ms: Float64Array;
  /** [nPlaces] planned, after the stop there. */
  readonly departures_ms: Float64Array;
  /** [nPoints] planned arrival. */
  readonly planned_ms: Float64Array;
  /** [nBlocks] place of the signal that opens each, and the last point at which a train that is not to enter still can stop. */
  readonly blockPlace: Uint32Array;
  readonly blockPoint: Uint32Array;
  readonly leads_ms: Float64Array;
  /** [nBlocks] when each is asked for if the train runs as planned. */
  readonly asks_ms: Float64Array;
  readonly blockZone: Uint32Array;
  readonly lockEnd: Uint32Array;
  readonly zones: Uint32Array;
  readonly configs: Uint32Array;
  /** [nZones] point at which the tail has left; nPoints: not on its path. */
  readonly clearPoint: Uint32Array;
}

export interface RunToOperate {
  readonly way: WayLayout;
  /** With its planned stops. */
  readonly run: Run;
  readonly planned: Pick<TrainTimes, "arrival_us" | "departure_us">;
}

/**
 * Tabulates a run. No train is stopped at a signal where it could not start again: such a block is asked for
 * with the one before. Uses the simulator, whose last envelopes are lost.
 */
export function operateRun(
  simulator: Simulator,
  { way, run, planned }: RunToOperate,
): Result<{ readonly operated: OperatedRun; readonly way: WayLayout }, SimulationFault> {
  const { length_mm, entries_mm, zoneEnds_mm } = way;
  const base = simulator.buildBase(run);
  if (!base.ok) return err(base.error);
  const running = new RunningTimes();
  running.read(simulator.arena, base.value);
  const stops_mm = listStops(run, length_mm);
  const decisions_mm = findDecisions(way, {
    stops_mm,
    speedAt_m_s: (x_mm) => running.speedAt_m_s(fromMilli(x_mm)),
    braking_m_s2: run.forces.stock.braking_m_s2,
  });
  const trainLength_mm = toMilli(run.forces.stock.length_m);
  const clears_mm = zoneEnds_mm.map((end_mm) => Math.max(0, end_mm + trainLength_mm));
  const places_mm = sortDistinct([...stops_mm, ...entries_mm]);
  const points_mm = sortDistinct([
    ...places_mm,
    ...decisions_mm,
    ...clears_mm.filter((x_mm) => x_mm <= length_mm),
  ]);
  const pointOf = new Map(Array.from(points_mm, (x_mm, p) => [x_mm, p]));
  const placeOf = new Map(Array.from(places_mm, (x_mm, place) => [x_mm, place]));
  const placePoint = Uint32Array.from(places_mm, (x_mm) => pointOf.get(x_mm)!);
  const isStop = markStops(places_mm, stops_mm);
  const times = tabulateIntervals(simulator, run, { points_mm, placePoint, isStop });
  if (!times.ok) {
    const { fault, place } = times.error;
    if (place === null || isStop[place] === 1) return err(fault);
    const block = entries_mm.indexOf(places_mm[place]!);
    return operateRun(simulator, { way: joinBefore(way, block), run, planned });
  }
  const { leastStops_ms, departures_ms } = planStops(planned, places_mm, isStop);
  const planned_ms = points_mm.map((x_mm) => Math.round(planned.arrival_us(x_mm) / 1000));
  const operated: OperatedRun = {
    times: times.value,
    isStop,
    places_mm,
    points_mm,
    leastStops_ms,
    departures_ms,
    planned_ms,
    asks_ms: Float64Array.from(decisions_mm, (x_mm, b) => {
      const place = placeOf.get(x_mm);
      if (b === 0) return -way.leads_ms[0]!;
      // A train that stands at a planned stop asks for what it has in sight before it leaves.
      const isStanding = place !== undefined && isStop[place] === 1;
      return (
        (isStanding ? departures_ms[place]! : planned_ms[pointOf.get(x_mm)!]!) - way.leads_ms[b]!
      );
    }),
    blockPlace: Uint32Array.from(entries_mm, (x_mm) => placeOf.get(x_mm)!),
    blockPoint: Uint32Array.from(decisions_mm, (x_mm) => pointOf.get(x_mm)!),
    leads_ms: way.leads_ms,
    blockZone: way.blockZone,
    lockEnd: way.lockEnd,
    zones: way.zones,
    configs: way.configs,
    clearPoint: Uint32Array.from(clears_mm, (x_mm) => pointOf.get(x_mm) ?? points_mm.length),
  };
  return ok({ operated, way });
}

/** [nPlaces] how long it stands at each at least, and when it is planned to leave. */
function planStops(
  planned: RunToOperate["planned"],
  places_mm: Float64Array,
  isStop: Uint8Array,
): Pick<OperatedRun, "leastStops_ms" | "departures_ms"> {
  const leastStops_ms = new Float64Array(places_mm.length);
  const departures_ms = new Float64Array(places_mm.length);
  for (let place = 0; place < places_mm.length; place++) {
    const x_mm = places_mm[place]!;
    const departure_us = planned.departure_us(x_mm);
    const stop_ms = Math.round((departure_us - planned.arrival_us(x_mm)) / 1000);
    departures_ms[place] = Math.round(departure_us / 1000);
    leastStops_ms[place] = isStop[place] === 1 ? Math.min(stop_ms, LEAST_STOP_MS) : 0;
  }
  return { leastStops_ms, departures_ms };
}

/** [nPlaces] 1: it stops there. */
function markStops(places_mm: Float64Array, stops_mm: readonly number[]): Uint8Array {
  const isStop = new Set(stops_mm);
  return Uint8Array.from(places_mm, (x_mm) => (isStop.has(x_mm) ? 1 : 0));
}

/** The path's begin and end, and all stops between. */
function listStops({ stops }: Run, length_mm: number): number[] {
  const between = stops.positions_m.map(toMilli).filter((x_mm) => x_mm > 0 && x_mm < length_mm);
  return [0, ...between, length_mm];
}

interface Driving {
  readonly stops_mm: readonly number[];
  readonly speedAt_m_s: (x_mm: number) => number;
  readonly braking_m_s2: number;
}

/**
 * By block, where the driver has to know: the last place where a signal up to the block's own comes into sight
 * and the train, at its highest speed, can still stop there. Not before the planned stop in front of it.
 */
function findDecisions(
  { signals_mm, sightings_mm, entries_mm }: WayLayout,
  { stops_mm, speedAt_m_s, braking_m_s2 }: Driving,
): Float64Array {
  const decisions_mm = new Float64Array(entries_mm.length);
  for (let b = 1; b < entries_mm.length; b++) {
    const entry_mm = entries_mm[b]!;
    let decision_mm = 0;
    for (const x_mm of stops_mm) if (x_mm <= entry_mm) decision_mm = Math.max(decision_mm, x_mm);
    for (let k = 0; k < signals_mm.length && signals_mm[k]! <= entry_mm; k++) {
      const x_mm = sightings_mm[k]!;
      if (x_mm <= decision_mm) continue;
      const braking_m = speedAt_m_s(x_mm) ** 2 / (2 * braking_m_s2);
      if (braking_m <= fromMilli(entry_mm - x_mm)) decision_mm = x_mm;
    }
    decisions_mm[b] = decision_mm;
  }
  for (let b = entries_mm.length - 2; b > 0; b--) {
    decisions_mm[b] = Math.min(decisions_mm[b]!, decisions_mm[b + 1]!);
  }
  return decisions_mm;
}

function sortDistinct(values: readonly number[]): Float64Array {
  return Float64Array.from(new Set(values)).sort();
}
