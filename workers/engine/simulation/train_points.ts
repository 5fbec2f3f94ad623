/** When a train is where: its points over its own path, and the moments between them. */
import { countBelow, countUpTo } from "../sorted.ts";

/** A train's points along its own path; both lists non-decreasing. */
export interface TrainPoints {
  readonly positions_mm: Float64Array;
  readonly times_ms: Float64Array;
}

/** When the train's head is at x; when it leaves if it stands there. */
export function timeAtPosition(points: TrainPoints, x_mm: number): number {
  return timeAt(points, findPoint(points.positions_mm, x_mm), x_mm);
}

/** When the train's head comes to x. */
export function arrivalAtPosition(points: TrainPoints, x_mm: number): number {
  return timeAt(points, countBelow(points.positions_mm, x_mm), x_mm);
}

/** The last point at x, else the first one beyond it (possibly one past the last). */
export function findPoint(positions_mm: Float64Array, x_mm: number): number {
  const count = countUpTo(positions_mm, x_mm);
  return count > 0 && positions_mm[count - 1] === x_mm ? count - 1 : count;
}

/** Time at x, where `i` is the result of `findPoint`; interpolated in whole milliseconds. */
export function timeAt({ positions_mm, times_ms }: TrainPoints, i: number, x_mm: number): number {
  if (i >= positions_mm.length) return times_ms[positions_mm.length - 1]!;
  if (i === 0 || positions_mm[i] === x_mm) return times_ms[i]!;
  const x0_mm = positions_mm[i - 1]!;
  const t0_ms = times_ms[i - 1]!;
  const share = ((x_mm - x0_mm) * (times_ms[i]! - t0_ms)) / (positions_mm[i]! - x0_mm);
  return t0_ms + Math.trunc(share);
}
