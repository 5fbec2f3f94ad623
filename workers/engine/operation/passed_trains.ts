/**
 * Trains that were seen passing between two planned stops. Behind the first of them such a train runs as if it had left
 * just so that it passes then. Where nobody saw it leave, it left so late, but not before it was to.
 */
import { countUpTo } from "../sorted.ts";
import type { DayPlan } from "./day_plan.ts";
import type { OperatedRun } from "./operated_run.ts";

/** Times are told no finer, and those of runs are rounded: no train brakes for less. */
const TOLD_MS = 1000;

export interface PassedReport {
  readonly train: number;
  /** The planned stop before. */
  readonly stop: number;
  /** From the start of its path. */
  readonly x_mm: number;
  readonly time_ms: number;
}

interface Passing {
  /** Of the planned stop before. */
  readonly place: number;
  /** The last place that it has passed. */
  readonly last: number;
  readonly time_ms: number;
  /** Planned, since its start. */
  readonly planned_ms: number;
  /** When it left the stop before if it lost no time on its way. */
  readonly left_ms: number;
}

export class PassedTrains {
  /** In order of their paths. */
  readonly #passings = new Map<number, readonly Passing[]>();

  /** `places`: [nTrains] its planned stops among its places. */
  constructor(
    { runs, runOf }: DayPlan,
    places: readonly (readonly number[])[],
    reports: readonly PassedReport[],
  ) {
    const sorted = reports.toSorted((a, b) => a.x_mm - b.x_mm);
    for (const { train, stop, x_mm, time_ms } of sorted) {
      const run = runs[runOf[train]!]!;
      const place = places[train]![stop]!;
      const passing = {
        place,
        last: countUpTo(run.places_mm, x_mm) - 1,
        time_ms,
        planned_ms: timeAt_ms(run, run.planned_ms, x_mm),
        left_ms:
          time_ms - shortestUpTo_ms(run, x_mm) + run.times.base_ms[run.times.placePoint[place]!]!,
      };
      this.#passings.set(train, [...this.list(train), passing]);
    }
  }

  list(t: number): readonly Passing[] {
    return this.#passings.get(t) ?? [];
  }

  /** From when on a train that leaves a planned stop runs as it would: what it lost on its way is lost there. */
  leavesAt_ms(t: number, place: number, leaves_ms: number): number {
    let left_ms = leaves_ms;
    for (const one of this.list(t)) {
      if (one.place === place) left_ms = Math.max(left_ms, one.left_ms);
    }
    return left_ms;
  }

  /**
   * The latest time at which a train that was not stopped there came in sight of a block's signal; Infinity: not known,
   * or it was seen at a place that is no farther behind.
   */
  provenAt_ms(
    t: number,
    { blockPlace, asks_ms, leads_ms }: OperatedRun,
    block: number,
    seenPlace = Infinity,
  ): number {
    const place = blockPlace[block]!;
    const seen_ms = asks_ms[block]! + leads_ms[block]!;
    for (const { last, time_ms, planned_ms } of this.list(t)) {
      if (last >= seenPlace) return Infinity;
      if (last >= place) return time_ms - Math.max(0, planned_ms - seen_ms) - TOLD_MS;
    }
    return Infinity;
  }

  /** Whether a train was seen just so. */
  isAs(other: PassedTrains | null, t: number): boolean {
    const [own, their] = [this.list(t), other?.list(t) ?? []];
    return (
      own.length === their.length &&
      own.every(({ last, place, time_ms, left_ms }, i) => {
        const one = their[i]!;
        return (
          one.last === last &&
          one.place === place &&
          one.time_ms === time_ms &&
          one.left_ms === left_ms
        );
      })
    );
  }
}

/** Shortest time from the start of the path, with planned stops but no time in them. */
export function shortestUpTo_ms(run: OperatedRun, x_mm: number): number {
  return timeAt_ms(run, run.times.base_ms, x_mm);
}

/** Between two points as if it ran evenly. */
function timeAt_ms({ points_mm }: OperatedRun, times_ms: Float64Array, x_mm: number): number {
  const next = Math.max(1, Math.min(points_mm.length - 1, countUpTo(points_mm, x_mm)));
  const [from_mm, to_mm] = [points_mm[next - 1]!, points_mm[next]!];
  const part = Math.max(0, Math.min(1, (x_mm - from_mm) / (to_mm - from_mm)));
  return times_ms[next - 1]! + part * (times_ms[next]! - times_ms[next - 1]!);
}
