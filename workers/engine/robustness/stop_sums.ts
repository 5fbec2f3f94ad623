/** How late trains are at each of their stops on tried days, and how much of what they had lost they made up before it. */
import type { DayPlan } from "../operation/day_plan.ts";
import { runTime_ms } from "../operation/interval_times.ts";
import type { OperatedRun } from "../operation/operated_run.ts";

/** Punctual within so many minutes. */
export const WITHIN_MS = [60_000, 180_000, 300_000] as const;
/** By stop: arrivals, those within each limit, their lateness in ms, and what was made up since the departure before, ms. */
export const STOP_SUMS = 3 + WITHIN_MS.length;
const LATE = 1 + WITHIN_MS.length;
const MADE_UP = LATE + 1;
/** Lateness is told no finer: sums of tabulated times are off by less. */
const EXACT_MS = 100;

export function roundLate_ms(late_ms: number): number {
  return EXACT_MS * Math.round(late_ms / EXACT_MS);
}

export class StopSums {
  /** [stops of all trains · STOP_SUMS] begins and ends of paths are stops. */
  readonly sums: Float64Array;
  readonly #plan: DayPlan;

  constructor(plan: DayPlan) {
    this.#plan = plan;
    let nStops = 0;
    for (const run of plan.runOf) nStops += countStops(plan.runs[run]!);
    this.sums = new Float64Array(nStops * STOP_SUMS);
  }

  /** Adds a day, by place of all trains; NaN: never. */
  add({
    arrivals_ms,
    departures_ms,
  }: {
    readonly arrivals_ms: Float64Array;
    readonly departures_ms: Float64Array;
  }): void {
    const { runs, runOf, starts_ms, placeStart } = this.#plan;
    let at = 0;
    for (let t = 0; t < runOf.length; t++) {
      const run = runs[runOf[t]!]!;
      const first = placeStart[t]!;
      let before_ms = Number.NaN;
      for (let place = 0; place < run.isStop.length; place++) {
        if (run.isStop[place] !== 1) continue;
        const planned_ms = starts_ms[t]! + run.planned_ms[run.times.placePoint[place]!]!;
        const late_ms = roundLate_ms(arrivals_ms[first + place]! - planned_ms);
        const left_ms =
          place === run.isStop.length - 1
            ? late_ms
            : roundLate_ms(
                departures_ms[first + place]! - starts_ms[t]! - run.departures_ms[place]!,
              );
        this.#count(at, late_ms, Math.max(0, before_ms) - Math.max(0, left_ms));
        before_ms = left_ms;
        at += STOP_SUMS;
      }
    }
  }

  #count(at: number, late_ms: number, madeUp_ms: number): void {
    const { sums } = this;
    // Not when a train gets no farther.
    if (madeUp_ms > 0) sums[at + MADE_UP] = sums[at + MADE_UP]! + madeUp_ms;
    if (Number.isNaN(late_ms)) return;
    sums[at] = sums[at]! + 1;
    for (let i = 0; i < WITHIN_MS.length; i++) {
      if (late_ms <= WITHIN_MS[i]!) sums[at + 1 + i] = sums[at + 1 + i]! + 1;
    }
    sums[at + LATE] = sums[at + LATE]! + Math.max(0, late_ms);
  }
}

/** By stop of a run: planned time since the departure before, less the shortest; of its first 0. */
export function listReserves_ms(run: OperatedRun): number[] {
  const { isStop, leastStops_ms, departures_ms, planned_ms, times } = run;
  const { placePoint } = times;
  const last = isStop.length - 1;
  const reserves_ms: number[] = [0];
  for (let place = 1, before = 0; place <= last; place++) {
    if (isStop[place] !== 1) continue;
    const end_ms = place === last ? planned_ms[placePoint[place]!]! : departures_ms[place]!;
    const stop_ms = place === last ? 0 : leastStops_ms[place]!;
    const shortest_ms = runTime_ms(times, before, place, placePoint[place]!) + stop_ms;
    reserves_ms.push(Math.max(0, end_ms - departures_ms[before]! - shortest_ms));
    before = place;
  }
  return reserves_ms;
}

function countStops({ isStop }: OperatedRun): number {
  let count = 0;
  for (let place = 0; place < isStop.length; place++) count += isStop[place]!;
  return count;
}
