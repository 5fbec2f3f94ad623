/**
 * The ranges of a run in path order while times are distributed over them (engine.md 5.4). They are slowed in the
 * order of work (base time, then position); each takes over the speeds of its neighbours that are done.
 */
import type { Envelope } from "../envelope/envelope.ts";
import type { RunningTimes } from "./running_times.ts";
import type { Joints, RangeShape } from "./section.ts";

/** Time to add to the base between two places. */
export interface TimedRange {
  readonly begin_m: number;
  readonly end_m: number;
  readonly added_s: number;
  /** How sections between stops share the time: by running time or by distance. */
  readonly sharedBy: "time" | "distance";
  /** It ends at an arrival, which comes before the margins; `late`: even the base arrives later. Absent: neither. */
  readonly ends?: "arrival" | "late";
  /** How much later than wanted the base arrives there; absent: it does not. */
  readonly late_s?: number;
}

/** A stretch where the run differs from the request; running times without stops. */
export interface Deviation {
  readonly kind: "dropped_target" | "closest_result" | "unachievable_arrival" | "below_least_speed";
  readonly begin_m: number;
  readonly end_m: number;
  readonly wanted_s: number;
  /** What is nearest to it; absent: what the run takes. */
  possible_s?: number;
  /** What would be possible, given what is kept before. */
  readonly earliest_s?: number | undefined;
  readonly latest_s?: number | undefined;
}

export interface RangeLink {
  readonly range: TimedRange;
  readonly shape: RangeShape;
  /** It keeps the base's time, and imposes its speeds at its ends. */
  readonly isUntouched: boolean;
  /** The slowed curve, and the speeds that it has at its ends. */
  readonly result: Envelope;
  isDone: boolean;
  begin_m_s: number;
  end_m_s: number;
}

/** The speeds imposed by neighbours that are done; at the path's ends and at untouched ends those of the base. */
export function findJoints(links: readonly RangeLink[], i: number, base: RunningTimes): Joints {
  const { isUntouched, range } = links[i]!;
  const previous = links[i - 1];
  const next = links[i + 1];
  let left_m_s = Number.NaN;
  if (previous?.isDone) left_m_s = previous.end_m_s;
  else if (isUntouched || (previous?.isUntouched ?? true)) {
    left_m_s = base.speedAt_m_s(range.begin_m);
  }
  let right_m_s = Number.NaN;
  if (next?.isDone) right_m_s = next.begin_m_s;
  else if (isUntouched || (next?.isUntouched ?? true)) right_m_s = base.speedAt_m_s(range.end_m);
  return { left_m_s, right_m_s };
}

/** Indices of the ranges by base time, then position. */
export function orderOfWork(links: readonly RangeLink[]): number[] {
  return links.map((_, i) => i).sort((a, b) => links[a]!.shape.time_s - links[b]!.shape.time_s);
}
