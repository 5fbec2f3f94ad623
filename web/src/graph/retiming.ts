/** A run at other times: foreseen at its waypoints, interpolated from its present run in between. */
import { durationMs } from "./occurrences.ts";
import type { Curve, Pass, StationRun } from "./runs.ts";

/** The same moments of a run since its start, before and after the change. */
export interface Retiming {
  /** Never decreasing, as long as the other list. */
  readonly before_ms: readonly number[];
  readonly after_ms: readonly number[];
}

interface Stop {
  readonly at: string;
  readonly stop_for?: string | null;
}

/** Arrival and departure at each waypoint. */
export function listMoments(
  path: readonly { readonly id: string }[],
  schedule: readonly Stop[],
  arrivals_ms: readonly number[],
): number[] {
  return path.flatMap(({ id }, i) => {
    const arrival_ms = arrivals_ms[i] ?? 0;
    const stop_for = schedule.find(({ at }) => at === id)?.stop_for ?? null;
    return [arrival_ms, arrival_ms + (stop_for === null ? 0 : durationMs(stop_for))];
  });
}

/** The new time of a moment; before the first and after the last known one, at the same distance from it. */
export function retimed(t_ms: number, { before_ms, after_ms }: Retiming): number {
  const next = before_ms.findIndex((before) => before >= t_ms);
  const at = next < 0 ? before_ms.length - 1 : next;
  const [b1 = 0, a1 = 0] = [before_ms[at], after_ms[at]];
  const [b0 = b1, a0 = a1] = [before_ms[at - 1], after_ms[at - 1]];
  if (next <= 0 || b1 === b0) return a1 + t_ms - b1;
  return a0 + ((t_ms - b0) / (b1 - b0)) * (a1 - a0);
}

export function retimeCurve(curve: Curve, retiming: Retiming): Curve {
  return { ...curve, times_ms: curve.times_ms.map((t_ms) => retimed(t_ms, retiming)) };
}

export function retimePass(pass: Pass, retiming: Retiming): Pass {
  return {
    ...pass,
    arrival_ms: retimed(pass.arrival_ms, retiming),
    departure_ms: retimed(pass.departure_ms, retiming),
  };
}

export function retimeSent({ passes, lines }: StationRun, retiming: Retiming): StationRun {
  return {
    passes: passes.map((pass) => retimePass(pass, retiming)),
    lines: lines.map((line) => ({
      ...line,
      times: line.times.map((t_ms) => retimed(t_ms, retiming)),
    })),
  };
}
