/** Which wanted times a run keeps, and what a sweep of plain runs (kept_sweep.ts) says of each. */
import type { ScheduledRuns } from "../../../../workers/engine/margins/scheduled_run.ts";
import type { Train } from "./drawn_trains.ts";
import { Sweep } from "./kept_sweep.ts";

/** Times of the reference's answers are kept to 2 s, others to 0.1 s; both are told in whole ms. */
const REFERENCE_S = 2.002;
export const KEPT_S = 0.101;
export function listMissed(
  { wanted, line }: Train,
  { final, step }: ScheduledRuns,
): { x_m: number; at_s: number; got_s: number }[] {
  const tolerance_s = step === "as_asked" ? REFERENCE_S : KEPT_S;
  return wanted.flatMap(({ x_m, at_s }) => {
    const got_s = final.itemTimes_ms[line.items_mm!.indexOf(x_m * 1000)]! / 1000;
    return Math.abs(got_s - at_s) <= tolerance_s ? [] : [{ x_m, at_s, got_s }];
  });
}

/**
 * What a sweep says of the running time that a wanted moment asks for, given the moments kept before it, or moments so
 * much later than those.
 */
export function judge(
  { line, wanted }: Train,
  { final }: ScheduledRuns,
  one: Train["wanted"][number],
  later_s = 0,
): {
  readonly from_m: number;
  readonly asked_s: number;
  readonly least_s: number;
  readonly most_s: number;
} {
  const { x_m, at_s } = one;
  const items_m = line.items_mm!.map((x_mm) => x_mm / 1000);
  const timeAt_s = (at_m: number): number => final.itemTimes_ms[items_m.indexOf(at_m)]! / 1000;
  const stopsBetween_s = (a_m: number, b_m: number): number =>
    30 * line.stops_m!.filter((stop_m) => stop_m >= a_m && stop_m < b_m).length;
  const sweep = new Sweep(line);
  // From the last place with a known speed, the speeds at which each kept moment can be kept.
  let speeds: readonly [number, number] = [line.initialSpeed_m_s!, Infinity];
  let from_m = 0;
  for (const before of wanted) {
    const to_m = before.x_m;
    if (to_m >= x_m || Math.abs(timeAt_s(to_m) - before.at_s) > KEPT_S) continue;
    const own_s = timeAt_s(to_m) - timeAt_s(from_m) - stopsBetween_s(from_m, to_m);
    if (line.stops_m!.includes(to_m)) speeds = [0, Infinity];
    else speeds = sweep.speedsAt(from_m, to_m, own_s + later_s, speeds);
    from_m = to_m;
  }
  return {
    from_m,
    asked_s: at_s - timeAt_s(from_m) - stopsBetween_s(from_m, x_m),
    least_s: sweep.fastest_s(from_m, x_m, speeds[1]),
    most_s: sweep.slowest_s(from_m, x_m, speeds[0]),
  };
}
