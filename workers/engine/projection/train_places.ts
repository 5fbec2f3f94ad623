/** Where trains of a running day are on their paths at a moment. */

import type { DayPlan } from "../operation/day_plan.ts";
import type { OperatedRun } from "../operation/operated_run.ts";
import { countUpTo } from "../sorted.ts";

/** [nPlaces of all trains] NaN: it did not stop there, or never comes. */
interface DayTimes {
  readonly arrivals_ms: Float64Array;
  readonly departures_ms: Float64Array;
}

/**
 * mm on the path of a train; NaN: it has not appeared, or has gone. Between two places at which it stops, which may
 * be a red signal, it is as far as by its plan when as large a part of the time between them was over. What happens
 * at that very moment has not happened yet.
 */
export function placeTrain_mm(
  { runs, runOf, placeStart }: DayPlan,
  { arrivals_ms, departures_ms }: DayTimes,
  t: number,
  now_ms: number,
): number {
  const run = runs[runOf[t]!]!;
  const { isStop, places_mm, departures_ms: leaves_ms } = run;
  const { placePoint } = run.times;
  const first = placeStart[t]!;
  const last = isStop.length - 1;
  let from = -1;
  for (let place = 0; place <= last && !(arrivals_ms[first + place]! >= now_ms); place++) {
    if (!Number.isNaN(arrivals_ms[first + place]!)) from = place;
  }
  if (from < 0) return Number.NaN;
  const left_ms = departures_ms[first + from]!;
  if (!(left_ms < now_ms)) return from === last ? Number.NaN : places_mm[from]!;
  let to = from + 1;
  while (to <= last && Number.isNaN(arrivals_ms[first + to]!)) to++;
  if (to > last) return Number.NaN;
  const part = (now_ms - left_ms) / (arrivals_ms[first + to]! - left_ms);
  const leaves = leaves_ms[from]!;
  const planned = leaves + part * (run.planned_ms[placePoint[to]!]! - leaves);
  return plannedPlace_mm(run, { from: placePoint[from]!, to: placePoint[to]!, leaves }, planned);
}

/** Where a train is by its plan between two of its points, ms since its start; it leaves the first of them late. */
function plannedPlace_mm(
  { points_mm, planned_ms }: OperatedRun,
  { from, to, leaves }: { readonly from: number; readonly to: number; readonly leaves: number },
  at_ms: number,
): number {
  let next = from + 1;
  while (next < to && planned_ms[next]! < at_ms) next++;
  const begin_ms = next === from + 1 ? leaves : planned_ms[next - 1]!;
  const share = Math.max(0, Math.min(1, (at_ms - begin_ms) / (planned_ms[next]! - begin_ms || 1)));
  return points_mm[next - 1]! + share * (points_mm[next]! - points_mm[next - 1]!);
}

/** The line of a path on the map: vertices at growing mm from its start. */
export interface DrawnWay {
  readonly positions_mm: ArrayLike<number>;
  readonly lon: ArrayLike<number>;
  readonly lat: ArrayLike<number>;
}

/** Null: it has no line. */
export function locateOnWay(
  { positions_mm, lon, lat }: DrawnWay,
  x_mm: number,
): readonly [lon: number, lat: number] | null {
  const count = positions_mm.length;
  if (count < 2) return null;
  const next = Math.max(1, Math.min(count - 1, countUpTo(positions_mm, x_mm)));
  const [from_mm, to_mm] = [positions_mm[next - 1]!, positions_mm[next]!];
  const part = to_mm > from_mm ? Math.max(0, Math.min(1, (x_mm - from_mm) / (to_mm - from_mm))) : 1;
  const between = (values: ArrayLike<number>): number =>
    values[next - 1]! + part * (values[next]! - values[next - 1]!);
  const place = [between(lon), between(lat)] as const;
  return place.every(Number.isFinite) ? place : null;
}
