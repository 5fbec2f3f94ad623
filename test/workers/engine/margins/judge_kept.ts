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

/** A moment that is wanted beyond what is possible by up to this is aimed at (engine.md 5.4). */
const AIMED_S = 0.08;

/** What a sweep says of a wanted moment, as running times. */
export interface Judged {
  /** The last place before it that is passed on time. */
  readonly from_m: number;
  readonly asked_s: number;
  readonly least_s: number;
  readonly most_s: number;
}

/** At which moments the places before are passed: as they are, or as the train aims at them; and so much later. */
interface Passing {
  readonly isAimed?: boolean;
  readonly later_s?: number;
}

/** What a sweep says of the running time that a wanted moment asks for, given the moments kept before it. */
export function judge(
  { line, wanted }: Train,
  { final, step }: ScheduledRuns,
  one: Train["wanted"][number],
  { isAimed = false, later_s = 0 }: Passing = {},
): Judged {
  const { x_m, at_s } = one;
  const kept_s = isAimed && step === "as_asked" ? REFERENCE_S : KEPT_S;
  const items_m = line.items_mm!.map((x_mm) => x_mm / 1000);
  const timeAt_s = (at_m: number): number => final.itemTimes_ms[items_m.indexOf(at_m)]! / 1000;
  const stopsBetween_s = (a_m: number, b_m: number): number =>
    30 * line.stops_m!.filter((stop_m) => stop_m >= a_m && stop_m < b_m).length;
  const sweep = new Sweep(line);
  // From the last place with a known speed, the speeds at which each kept moment can be kept.
  let speeds: readonly [number, number] = [line.initialSpeed_m_s!, Infinity];
  let from_m = 0;
  let from_s = 0;
  for (const before of wanted) {
    const to_m = before.x_m;
    if (to_m >= x_m || Math.abs(timeAt_s(to_m) - before.at_s) > kept_s) continue;
    const stops_s = stopsBetween_s(from_m, to_m);
    let own_s = timeAt_s(to_m) - from_s - stops_s;
    if (isAimed) {
      const wanted_s = before.at_s - from_s - stops_s;
      const least_s = sweep.fastest_s(from_m, to_m, speeds[1]);
      const most_s = sweep.slowest_s(from_m, to_m, speeds[0]);
      own_s = wanted_s + (wanted_s < least_s ? AIMED_S : wanted_s > most_s ? -AIMED_S : 0);
      if (own_s < least_s || own_s > most_s) continue;
    }
    if (line.stops_m!.includes(to_m)) speeds = [0, Infinity];
    else speeds = sweep.speedsAt(from_m, to_m, own_s + later_s, speeds);
    from_m = to_m;
    from_s += own_s + stops_s;
  }
  return {
    from_m,
    asked_s: at_s - from_s - stopsBetween_s(from_m, x_m),
    least_s: sweep.fastest_s(from_m, x_m, speeds[1]),
    most_s: sweep.slowest_s(from_m, x_m, speeds[0]),
  };
}

/**
 * The same by exact steps, and by steps that err to the other side: drawn back, as a run that begins or ends at a given
 * speed is, a step of the reference has the error of one drawn forward with the other sign.
 */
export function judgeOtherSteps(
  train: Train,
  runs: ScheduledRuns,
  one: Train["wanted"][number],
  passing: Passing,
): Judged[] {
  const forward = judge(train, runs, one, passing);
  const exact = judge({ ...train, line: { ...train.line, isExact: true } }, runs, one, passing);
  const least_s = 2 * exact.least_s - forward.least_s;
  const most_s = 2 * exact.most_s - forward.most_s;
  return [exact, { ...exact, least_s, most_s }];
}
